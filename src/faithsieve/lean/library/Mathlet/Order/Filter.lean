module
public import Mathlet.Data.Set
@[expose] public noncomputable section

/-! # Filters -/

universe u v w x

local infixl:80 " '' " => Set.image
local infixl:80 " ⁻¹' " => Set.preimage
local postfix:max "ᶜ" => HasCompl.compl

/-- Sets that count as large: all, with every larger set, with intersections. -/
structure Filter (α : Type u) where
  sets : Set (Set α)
  univ_sets : Set.univ ∈ sets
  sets_of_superset : ∀ {x y : Set α}, x ∈ sets → x ⊆ y → y ∈ sets
  inter_sets : ∀ {x y : Set α}, x ∈ sets → y ∈ sets → x ∩ y ∈ sets

namespace Filter
variable {α : Type u} {β : Type v} {γ : Type w} {ι : Sort x} {f g : Filter α} {s t : Set α}

instance instMembership : Membership (Set α) (Filter α) := ⟨fun f s => s ∈ f.sets⟩
@[simp] theorem mem_sets : s ∈ f.sets ↔ s ∈ f := Iff.rfl
@[ext] protected theorem ext (h : ∀ s, s ∈ f ↔ s ∈ g) : f = g := by
  cases f with | mk a _ _ _ => cases g with | mk b _ _ _ =>
    have : a = b := Set.ext h
    subst this; rfl
@[simp] theorem univ_mem : Set.univ ∈ f := f.univ_sets
theorem mem_of_superset (h : s ∈ f) (h' : s ⊆ t) : t ∈ f := f.sets_of_superset h h'
theorem inter_mem (h : s ∈ f) (h' : t ∈ f) : s ∩ t ∈ f := f.inter_sets h h'
@[simp] theorem inter_mem_iff : s ∩ t ∈ f ↔ s ∈ f ∧ t ∈ f :=
  ⟨fun h => ⟨mem_of_superset h fun _ h => h.1, mem_of_superset h fun _ h => h.2⟩, fun h => inter_mem h.1 h.2⟩

/-! ## The order: smaller filters have more sets -/

/-- The sets that contain a given one. -/
def principal (s : Set α) : Filter α where
  sets := setOf fun t => s ⊆ t
  univ_sets := fun _ _ => trivial
  sets_of_superset h h' := fun a ha => h' a (h a ha)
  inter_sets h h' := fun a ha => ⟨h a ha, h' a ha⟩
@[simp, grind =] theorem mem_principal : s ∈ principal t ↔ t ⊆ s := Iff.rfl
/-- The sets that contain a point. -/
protected def pure (a : α) : Filter α where
  sets := setOf fun t => a ∈ t
  univ_sets := trivial
  sets_of_superset h h' := h' a h
  inter_sets h h' := ⟨h, h'⟩
instance : Pure Filter := ⟨Filter.pure⟩
@[simp, grind =] theorem mem_pure {a : α} : s ∈ (pure a : Filter α) ↔ a ∈ s := Iff.rfl

instance : LE (Filter α) := ⟨fun f g => ∀ ⦃s : Set α⦄, s ∈ g → s ∈ f⟩
@[grind =] theorem le_def : f ≤ g ↔ ∀ s, s ∈ g → s ∈ f := Iff.rfl
/-- The filter of the sets that are in every filter of a set of filters. -/
protected def join' (S : Set (Filter α)) : Filter α where
  sets := setOf fun t => ∀ f, f ∈ S → t ∈ f
  univ_sets := fun _ _ => univ_mem
  sets_of_superset h h' := fun f hf => mem_of_superset (h f hf) h'
  inter_sets h h' := fun f hf => inter_mem (h f hf) (h' f hf)
protected def inf' (f g : Filter α) : Filter α where
  sets := setOf fun s => ∃ a, a ∈ f ∧ ∃ b, b ∈ g ∧ s = a ∩ b
  univ_sets := ⟨Set.univ, univ_mem, Set.univ, univ_mem, Set.ext fun _ => ⟨fun _ => ⟨trivial, trivial⟩, fun _ => trivial⟩⟩
  sets_of_superset := by
    rintro x y ⟨a, ha, b, hb, rfl⟩ h
    exact ⟨a ∪ y, mem_of_superset ha fun _ h => .inl h, b ∪ y, mem_of_superset hb fun _ h => .inl h,
      Set.ext fun c => ⟨fun hc => ⟨.inr hc, .inr hc⟩, fun ⟨h1, h2⟩ => h1.elim (fun h1 => h2.elim (fun h2 => h c ⟨h1, h2⟩) id) id⟩⟩
  inter_sets := by
    rintro x y ⟨a, ha, b, hb, rfl⟩ ⟨a', ha', b', hb', rfl⟩
    exact ⟨a ∩ a', inter_mem ha ha', b ∩ b', inter_mem hb hb', Set.ext fun c =>
      ⟨fun h => ⟨⟨h.1.1, h.2.1⟩, h.1.2, h.2.2⟩, fun h => ⟨⟨h.1.1, h.2.1⟩, h.1.2, h.2.2⟩⟩⟩

instance instCompleteLattice : CompleteLattice (Filter α) where
  le_refl _ _ h := h
  le_trans _ _ _ h h' _ hs := h (h' hs)
  le_antisymm _ _ h h' := Filter.ext fun _ => ⟨fun hs => h' hs, fun hs => h hs⟩
  inf := Filter.inf'
  inf_le_left f g s hs := ⟨s, hs, Set.univ, univ_mem, Set.ext fun _ => ⟨fun h => ⟨h, trivial⟩, fun h => h.1⟩⟩
  inf_le_right f g s hs := ⟨Set.univ, univ_mem, s, hs, Set.ext fun _ => ⟨fun h => ⟨trivial, h⟩, fun h => h.2⟩⟩
  le_inf f g k h h' s := by rintro ⟨a, ha, b, hb, rfl⟩; exact inter_mem (h ha) (h' hb)
  sup f g := Filter.join' (setOf fun k => k = f ∨ k = g)
  le_sup_left f _ _ hs := hs f (.inl rfl)
  le_sup_right _ g _ hs := hs g (.inr rfl)
  sup_le f g k h h' s hs := by
    intro l hl
    rcases hl with rfl | rfl
    · exact h hs
    · exact h' hs
  sSup := Filter.join'
  sInf S := Filter.join' (setOf fun k => ∀ f, f ∈ S → k ≤ f)
  top := principal Set.univ
  le_top _ s hs := mem_of_superset univ_mem hs
  bot := principal ∅
  bot_le _ _ _ := fun _ h => h.elim
  le_sSup _ f hf _ hs := hs f hf
  sSup_le _ _ h _ hs := fun f hf => h f hf hs
  sInf_le _ f hf s hs := fun k hk => hk f hf hs
  le_sInf _ k h _ hs := hs k h
@[grind =] theorem mem_inf_iff : s ∈ min f g ↔ ∃ t₁, t₁ ∈ f ∧ ∃ t₂, t₂ ∈ g ∧ s = t₁ ∩ t₂ := Iff.rfl
@[simp, grind =] theorem mem_sup : s ∈ max f g ↔ s ∈ f ∧ s ∈ g :=
  ⟨fun h => ⟨h f (.inl rfl), h g (.inr rfl)⟩, fun h k hk => hk.elim (fun e => e ▸ h.1) fun e => e ▸ h.2⟩
@[simp, grind =] theorem mem_sSup {S : Set (Filter α)} : s ∈ sSup S ↔ ∀ f, f ∈ S → s ∈ f := Iff.rfl
@[simp, grind =] theorem mem_bot : s ∈ (Bot.bot : Filter α) ↔ True := ⟨fun _ => trivial, fun _ _ h => h.elim⟩
@[simp, grind =] theorem mem_top : s ∈ (Top.top : Filter α) ↔ s = Set.univ :=
  ⟨fun h => Set.eq_univ_iff_forall.2 fun a => h a trivial, fun h => h ▸ fun _ _ => trivial⟩
theorem mem_inf_principal : s ∈ min f (principal t) ↔ setOf (fun x => x ∈ t → x ∈ s) ∈ f := by
  constructor
  · rintro ⟨a, ha, b, hb, rfl⟩
    exact mem_of_superset ha fun x hx ht => ⟨hx, hb x ht⟩
  · intro h
    exact ⟨_, h, t ∪ s, fun x hx => .inl hx, Set.ext fun x => ⟨fun h => ⟨fun _ => h, .inr h⟩, fun h => h.2.elim h.1 id⟩⟩
/-- The filter is not that of all sets. -/
class NeBot (f : Filter α) : Prop where
  ne' : f ≠ Bot.bot
theorem neBot_iff {f : Filter α} : NeBot f ↔ f ≠ Bot.bot := ⟨fun h => h.ne', fun h => ⟨h⟩⟩
theorem empty_mem_iff_bot {f : Filter α} : ∅ ∈ f ↔ f = Bot.bot :=
  ⟨fun h => Filter.ext fun s => ⟨fun _ => mem_bot.2 trivial, fun _ => mem_of_superset h fun _ h => h.elim⟩, fun h => h ▸ mem_bot.2 trivial⟩
theorem nonempty_of_mem {f : Filter α} [h : NeBot f] (hs : s ∈ f) : s.Nonempty := Set.nonempty_iff_ne_empty.2 fun e =>
  h.ne' (empty_mem_iff_bot.1 (e ▸ hs))

/-! ## Images, preimages -/

/-- The sets whose preimage is in the filter. -/
def map (m : α → β) (f : Filter α) : Filter β where
  sets := setOf fun s => m ⁻¹' s ∈ f
  univ_sets := f.univ_sets
  sets_of_superset h h' := mem_of_superset h fun a ha => h' _ ha
  inter_sets h h' := inter_mem h h'
@[simp, grind =] theorem mem_map {m : α → β} {t : Set β} : t ∈ map m f ↔ m ⁻¹' t ∈ f := Iff.rfl
/-- The sets that contain the preimage of one in the filter. -/
def comap (m : α → β) (f : Filter β) : Filter α where
  sets := setOf fun s => ∃ t, t ∈ f ∧ m ⁻¹' t ⊆ s
  univ_sets := ⟨Set.univ, f.univ_sets, fun _ _ => trivial⟩
  sets_of_superset := fun ⟨t, ht, h⟩ h' => ⟨t, ht, fun a ha => h' a (h a ha)⟩
  inter_sets := fun ⟨t, ht, h⟩ ⟨t', ht', h'⟩ => ⟨t ∩ t', inter_mem ht ht', fun a ha => ⟨h a ha.1, h' a ha.2⟩⟩
@[simp, grind =] theorem mem_comap {g : Filter β} {m : α → β} : s ∈ comap m g ↔ ∃ t, t ∈ g ∧ m ⁻¹' t ⊆ s := Iff.rfl
/-- The values follow the second filter when the arguments follow the first. -/
def Tendsto (f : α → β) (l₁ : Filter α) (l₂ : Filter β) : Prop := map f l₁ ≤ l₂
theorem tendsto_def {f : α → β} {l₁ : Filter α} {l₂ : Filter β} : Tendsto f l₁ l₂ ↔ ∀ s, s ∈ l₂ → f ⁻¹' s ∈ l₁ := Iff.rfl
theorem map_mono {m : α → β} (h : f ≤ g) : map m f ≤ map m g := fun _ hs => h hs
theorem tendsto_id : Tendsto id f f := fun _ h => h
theorem Tendsto.comp {k : β → γ} {h : α → β} {x : Filter α} {y : Filter β} {z : Filter γ} (hg : Tendsto k y z) (hf : Tendsto h x y) :
    Tendsto (k ∘ h) x z := fun _ hs => hf (hg hs)
theorem Tendsto.mono_left {h : α → β} {x y : Filter α} {z : Filter β} (hx : Tendsto h x z) (hxy : y ≤ x) : Tendsto h y z :=
  fun _ hs => hxy (hx hs)
theorem Tendsto.mono_right {h : α → β} {x : Filter α} {y z : Filter β} (hx : Tendsto h x y) (hyz : y ≤ z) : Tendsto h x z :=
  fun _ hs => hx (hyz hs)
theorem map_le_iff_le_comap {m : α → β} {g : Filter β} : map m f ≤ g ↔ f ≤ comap m g :=
  ⟨fun h _ ⟨_, ht, hs⟩ => mem_of_superset (h ht) hs, fun h t ht => h ⟨t, ht, fun _ h => h⟩⟩
theorem tendsto_iff_comap {m : α → β} {g : Filter β} : Tendsto m f g ↔ f ≤ comap m g := map_le_iff_le_comap
theorem tendsto_inf {h : α → β} {x : Filter α} {y z : Filter β} : Tendsto h x (min y z) ↔ Tendsto h x y ∧ Tendsto h x z :=
  ⟨fun k => ⟨k.mono_right inf_le_left, k.mono_right inf_le_right⟩, fun k => le_inf k.1 k.2⟩
theorem tendsto_principal {h : α → β} {t : Set β} : Tendsto h f (principal t) ↔ setOf (fun a => h a ∈ t) ∈ f :=
  ⟨fun k => k fun _ h => h, fun k _ hs => mem_of_superset k fun a ha => hs _ ha⟩

/-! ## Eventually, frequently -/

/-- The property holds on a set of the filter. -/
protected def Eventually (p : α → Prop) (f : Filter α) : Prop := setOf p ∈ f
/-- The property does not eventually fail. -/
protected def Frequently (p : α → Prop) (f : Filter α) : Prop := ¬ Filter.Eventually (fun x => ¬ p x) f
def EventuallyEq (l : Filter α) (f g : α → β) : Prop := Filter.Eventually (fun x => f x = g x) l
def EventuallyLE [LE β] (l : Filter α) (f g : α → β) : Prop := Filter.Eventually (fun x => f x ≤ g x) l
variable {p q : α → Prop}
@[grind =] theorem eventually_iff : Filter.Eventually p f ↔ setOf p ∈ f := Iff.rfl
@[grind =] theorem frequently_iff_not : Filter.Frequently p f ↔ ¬ Filter.Eventually (fun x => ¬ p x) f := Iff.rfl
theorem Eventually.mono (h : Filter.Eventually p f) (h' : ∀ x, p x → q x) : Filter.Eventually q f := mem_of_superset h h'
theorem Eventually.and (h : Filter.Eventually p f) (h' : Filter.Eventually q f) : Filter.Eventually (fun x => p x ∧ q x) f := inter_mem h h'
theorem Eventually.of_forall (h : ∀ x, p x) : Filter.Eventually p f := mem_of_superset univ_mem fun x _ => h x
theorem Eventually.exists [NeBot f] (h : Filter.Eventually p f) : ∃ x, p x := nonempty_of_mem h
theorem eventually_and : Filter.Eventually (fun x => p x ∧ q x) f ↔ Filter.Eventually p f ∧ Filter.Eventually q f := inter_mem_iff
@[simp] theorem eventually_principal : Filter.Eventually p (principal s) ↔ ∀ x, x ∈ s → p x := Iff.rfl
@[simp] theorem eventually_map {m : α → β} {P : β → Prop} : Filter.Eventually P (map m f) ↔ Filter.Eventually (fun a => P (m a)) f := Iff.rfl
theorem Tendsto.eventually {h : α → β} {l₁ : Filter α} {l₂ : Filter β} {P : β → Prop} (k : Tendsto h l₁ l₂) (hp : Filter.Eventually P l₂) :
    Filter.Eventually (fun x => P (h x)) l₁ := k hp

/-! ## Families; products -/

theorem le_iInf {f : Filter α} {k : ι → Filter α} (h : ∀ i, f ≤ k i) : f ≤ iInf k :=
  CompleteLattice.le_sInf _ _ fun _ ⟨i, hi⟩ => hi ▸ h i
theorem iInf_le (k : ι → Filter α) (i : ι) : iInf k ≤ k i := CompleteLattice.sInf_le _ _ ⟨i, rfl⟩
/-- The filter of the products of sets. -/
protected def prod (f : Filter α) (g : Filter β) : Filter (α × β) := min (comap Prod.fst f) (comap Prod.snd g)
instance : SProd (Filter α) (Filter β) (Filter (α × β)) := ⟨Filter.prod⟩
theorem mem_prod_iff {s : Set (α × β)} {f : Filter α} {g : Filter β} :
    s ∈ SProd.sprod f g ↔ ∃ t₁, t₁ ∈ f ∧ ∃ t₂, t₂ ∈ g ∧ SProd.sprod t₁ t₂ ⊆ s := by
  constructor
  · rintro ⟨a, ⟨t₁, h₁, ha⟩, b, ⟨t₂, h₂, hb⟩, rfl⟩
    exact ⟨t₁, h₁, t₂, h₂, fun p hp => ⟨ha p hp.1, hb p hp.2⟩⟩
  · rintro ⟨t₁, h₁, t₂, h₂, h⟩
    exact mem_of_superset (inter_mem (inf_le_left (a := comap Prod.fst f) ⟨t₁, h₁, fun _ h => h⟩)
      (inf_le_right (b := comap Prod.snd g) ⟨t₂, h₂, fun _ h => h⟩)) fun p hp => h p ⟨hp.1, hp.2⟩

/-! ## Upper and lower limits -/

section Limits
variable [ConditionallyCompleteLattice α]
/-- The infimum of the eventual upper bounds of a filter. -/
def limsSup (f : Filter α) : α := sInf (setOf fun a => Filter.Eventually (fun n => n ≤ a) f)
def limsInf (f : Filter α) : α := sSup (setOf fun a => Filter.Eventually (fun n => a ≤ n) f)
/-- The upper limit. -/
def limsup (u : β → α) (f : Filter β) : α := limsSup (map u f)
/-- The lower limit. -/
def liminf (u : β → α) (f : Filter β) : α := limsInf (map u f)
theorem limsup_eq {f : Filter β} {u : β → α} : limsup u f = sInf (setOf fun a => Filter.Eventually (fun n => u n ≤ a) f) := rfl
theorem liminf_eq {f : Filter β} {u : β → α} : liminf u f = sSup (setOf fun a => Filter.Eventually (fun n => a ≤ u n) f) := rfl
end Limits
/-- A bound beyond which the relation holds eventually. -/
def IsBounded (r : α → α → Prop) (f : Filter α) : Prop := ∃ b, Filter.Eventually (fun x => r x b) f
def IsBoundedUnder (r : α → α → Prop) (f : Filter β) (u : β → α) : Prop := IsBounded r (map u f)

end Filter

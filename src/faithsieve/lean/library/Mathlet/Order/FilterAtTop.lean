module
public import Mathlet.Order.Filter
@[expose] public noncomputable section

/-! # Arguments that become large -/

universe u v w

namespace Filter
variable {α : Type u} {β : Type v}
/-- The filter of large arguments. -/
def atTop [Preorder α] : Filter α := iInf fun a => principal (Set.Ici a)
/-- The filter of small arguments. -/
def atBot [Preorder α] : Filter α := iInf fun a => principal (Set.Iic a)

/-- The sets above a bound, written out: what `atTop` is when bounds have a common bound. -/
protected def above [Preorder α] [Nonempty α] (h : ∀ a b : α, ∃ c, a ≤ c ∧ b ≤ c) : Filter α where
  sets := setOf fun s => ∃ a, ∀ b, a ≤ b → b ∈ s
  univ_sets := (inferInstanceAs (Nonempty α)).elim fun a => ⟨a, fun _ _ => trivial⟩
  sets_of_superset := fun ⟨a, ha⟩ hs => ⟨a, fun b hb => hs b (ha b hb)⟩
  inter_sets := fun ⟨a, ha⟩ ⟨b, hb⟩ => (h a b).elim fun c hc => ⟨c, fun d hd => ⟨ha d (le_trans hc.1 hd), hb d (le_trans hc.2 hd)⟩⟩
protected def below [Preorder α] [Nonempty α] (h : ∀ a b : α, ∃ c, c ≤ a ∧ c ≤ b) : Filter α where
  sets := setOf fun s => ∃ a, ∀ b, b ≤ a → b ∈ s
  univ_sets := (inferInstanceAs (Nonempty α)).elim fun a => ⟨a, fun _ _ => trivial⟩
  sets_of_superset := fun ⟨a, ha⟩ hs => ⟨a, fun b hb => hs b (ha b hb)⟩
  inter_sets := fun ⟨a, ha⟩ ⟨b, hb⟩ => (h a b).elim fun c hc => ⟨c, fun d hd => ⟨ha d (le_trans hd hc.1), hb d (le_trans hd hc.2)⟩⟩
theorem atTop_eq_above [Preorder α] [Nonempty α] (h : ∀ a b : α, ∃ c, a ≤ c ∧ b ≤ c) : (atTop : Filter α) = Filter.above h := by
  refine le_antisymm (fun s ⟨a, ha⟩ => iInf_le (fun a : α => principal (Set.Ici a)) a ha) (le_iInf fun a s hs => ⟨a, hs⟩)
theorem atBot_eq_below [Preorder α] [Nonempty α] (h : ∀ a b : α, ∃ c, c ≤ a ∧ c ≤ b) : (atBot : Filter α) = Filter.below h := by
  refine le_antisymm (fun s ⟨a, ha⟩ => iInf_le (fun a : α => principal (Set.Iic a)) a ha) (le_iInf fun a s hs => ⟨a, hs⟩)
theorem Ici_mem_atTop [Preorder α] (a : α) : Set.Ici a ∈ (atTop : Filter α) :=
  iInf_le (fun a : α => principal (Set.Ici a)) a fun _ h => h
theorem Iic_mem_atBot [Preorder α] (a : α) : Set.Iic a ∈ (atBot : Filter α) :=
  iInf_le (fun a : α => principal (Set.Iic a)) a fun _ h => h
theorem eventually_ge_atTop [Preorder α] (a : α) : Filter.Eventually (fun x => a ≤ x) atTop := Ici_mem_atTop a
theorem eventually_le_atBot [Preorder α] (a : α) : Filter.Eventually (fun x => x ≤ a) atBot := Iic_mem_atBot a

section Sup
variable [SemilatticeSup α] [Nonempty α]
@[grind =] theorem mem_atTop_sets {s : Set α} : s ∈ (atTop : Filter α) ↔ ∃ a, ∀ b, a ≤ b → b ∈ s := by
  rw [atTop_eq_above fun a b => ⟨max a b, le_sup_left, le_sup_right⟩]; exact Iff.rfl
theorem eventually_atTop {p : α → Prop} : Filter.Eventually p atTop ↔ ∃ a, ∀ b, a ≤ b → p b := mem_atTop_sets
theorem frequently_atTop {p : α → Prop} : Filter.Frequently p atTop ↔ ∀ a, ∃ b, a ≤ b ∧ p b := by
  unfold Filter.Frequently
  rw [eventually_atTop]
  exact ⟨fun h a => Classical.byContradiction fun hn => h ⟨a, fun b hb hp => hn ⟨b, hb, hp⟩⟩,
    fun h ⟨a, ha⟩ => (h a).elim fun b hb => ha b hb.1 hb.2⟩
theorem tendsto_atTop' {f : α → β} {l : Filter β} : Tendsto f atTop l ↔ ∀ s, s ∈ l → ∃ a, ∀ b, a ≤ b → f b ∈ s :=
  ⟨fun h s hs => mem_atTop_sets.1 (h hs), fun h s hs => mem_atTop_sets.2 (h s hs)⟩
instance atTop_neBot : NeBot (atTop : Filter α) := ⟨fun h => by
  have : (∅ : Set α) ∈ (atTop : Filter α) := h ▸ mem_bot.2 trivial
  obtain ⟨a, ha⟩ := mem_atTop_sets.1 this
  exact ha a (le_refl a)⟩
end Sup
section Inf
variable [SemilatticeInf α] [Nonempty α]
@[grind =] theorem mem_atBot_sets {s : Set α} : s ∈ (atBot : Filter α) ↔ ∃ a, ∀ b, b ≤ a → b ∈ s := by
  rw [atBot_eq_below fun a b => ⟨min a b, inf_le_left, inf_le_right⟩]; exact Iff.rfl
theorem eventually_atBot {p : α → Prop} : Filter.Eventually p atBot ↔ ∃ a, ∀ b, b ≤ a → p b := mem_atBot_sets
theorem tendsto_atBot' {f : α → β} {l : Filter β} : Tendsto f atBot l ↔ ∀ s, s ∈ l → ∃ a, ∀ b, b ≤ a → f b ∈ s :=
  ⟨fun h s hs => mem_atBot_sets.1 (h hs), fun h s hs => mem_atBot_sets.2 (h s hs)⟩
end Inf
/-- Values become large. -/
theorem tendsto_atTop [Preorder β] {m : α → β} {f : Filter α} : Tendsto m f atTop ↔ ∀ b, Filter.Eventually (fun a => b ≤ m a) f :=
  ⟨fun h b => h (Ici_mem_atTop b), fun h => le_iInf fun b _ hs => mem_of_superset (h b) fun a ha => hs _ ha⟩
theorem tendsto_atBot [Preorder β] {m : α → β} {f : Filter α} : Tendsto m f atBot ↔ ∀ b, Filter.Eventually (fun a => m a ≤ b) f :=
  ⟨fun h b => h (Iic_mem_atBot b), fun h => le_iInf fun b _ hs => mem_of_superset (h b) fun a ha => hs _ ha⟩
theorem tendsto_atTop_atTop [SemilatticeSup α] [Nonempty α] [Preorder β] {f : α → β} :
    Tendsto f atTop atTop ↔ ∀ b, ∃ i, ∀ a, i ≤ a → b ≤ f a := by
  rw [tendsto_atTop]; exact ⟨fun h b => eventually_atTop.1 (h b), fun h b => eventually_atTop.2 (h b)⟩
theorem tendsto_atTop_atBot [SemilatticeSup α] [Nonempty α] [Preorder β] {f : α → β} :
    Tendsto f atTop atBot ↔ ∀ b, ∃ i, ∀ a, i ≤ a → f a ≤ b := by
  rw [tendsto_atBot]; exact ⟨fun h b => eventually_atTop.1 (h b), fun h b => eventually_atTop.2 (h b)⟩
theorem Tendsto.congr {f₁ f₂ : α → β} {l₁ : Filter α} {l₂ : Filter β} (h : ∀ x, f₁ x = f₂ x) (k : Tendsto f₁ l₁ l₂) : Tendsto f₂ l₁ l₂ :=
  (funext h : f₁ = f₂) ▸ k
theorem tendsto_atTop_add_const [Preorder β] {f : Nat → β} (h : Tendsto f atTop atTop) (k : Nat) : Tendsto (fun n => f (n + k)) atTop atTop := by
  rw [tendsto_atTop_atTop] at h ⊢
  exact fun b => (h b).elim fun i hi => ⟨i, fun a ha => hi _ (Nat.le_trans ha (Nat.le_add_right a k))⟩
end Filter

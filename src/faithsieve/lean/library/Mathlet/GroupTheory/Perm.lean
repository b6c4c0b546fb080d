module
public import Mathlet.Data.Finite
@[expose] public noncomputable section

/-! # Finitely many bijections; images under embeddings -/

universe u v w

section
variable {α : Type u} {β : Type v}
instance Function.decidableBijective [DecidableEq α] [DecidableEq β] [Fintype α] [Fintype β] :
    DecidablePred (Function.Bijective : (α → β) → Prop) := fun f => inferInstanceAs (Decidable (Function.Injective f ∧ Function.Surjective f))
instance Equiv.instFintype [DecidableEq α] [DecidableEq β] [Fintype α] [Fintype β] : Fintype (Equiv α β) where
  elems := Finset.mapInj (fun f : { f : α → β // Function.Bijective f } => Equiv.ofBijective f.1 f.2)
    (fun f g e => Subtype.ext (congrArg Equiv.toFun e)) Finset.univ
  complete e := Finset.mem_mapInj.2 ⟨⟨e, e.bijective⟩, Finset.mem_univ _, Equiv.ext fun _ => rfl⟩
instance Finite.instEquiv [Finite α] [Finite β] : Finite (Equiv α β) := by
  classical
  have := Fintype.ofFinite α; have := Fintype.ofFinite β; infer_instance
/-- The permutations that move members of `s` only. -/
theorem Equiv.Perm.exists_permsOfFinset [DecidableEq α] (s : Finset α) :
    ∃ t : Finset (Equiv.Perm α), ∀ σ : Equiv.Perm α, σ ∈ t ↔ ∀ x, σ x ≠ x → x ∈ s := by
  classical
  let S : Set (Equiv.Perm α) := setOf fun σ => ∀ x, σ x ≠ x → x ∈ s
  have back : ∀ σ : Equiv.Perm α, (∀ x, σ x ≠ x → x ∈ s) → ∀ x, x ∈ s → σ x ∈ s := fun σ h x hx =>
    Classical.byContradiction fun hn => by
      have e : σ (σ x) = σ x := Classical.byContradiction fun k => hn (h _ k)
      exact hn ((σ.injective e).symm ▸ hx)
  have : S.Finite := by
    refine Finite.of_injective (β := s → s) (fun σ x => ⟨σ.1 x.1, back σ.1 σ.2 x.1 x.2⟩) fun σ τ e => Subtype.ext (Equiv.ext fun x => ?_)
    by_cases hx : x ∈ s
    · exact congrArg Subtype.val (congrFun e ⟨x, hx⟩)
    · rw [Classical.byContradiction fun k => hx (σ.2 x k), Classical.byContradiction fun k => hx (τ.2 x k)]
  exact ⟨this.toFinset, fun σ => this.mem_toFinset⟩
/-- The permutations that move members of `s` only. -/
def permsOfFinset [DecidableEq α] (s : Finset α) : Finset (Equiv.Perm α) := Classical.choose (Equiv.Perm.exists_permsOfFinset s)
theorem mem_permsOfFinset_iff [DecidableEq α] {s : Finset α} {f : Equiv.Perm α} : f ∈ permsOfFinset s ↔ ∀ {x}, f x ≠ x → x ∈ s :=
  Classical.choose_spec (Equiv.Perm.exists_permsOfFinset s) f
/-- The image under an embedding. -/
def Finset.map (f : Function.Embedding α β) (s : Finset α) : Finset β := Finset.mapInj f (fun _ _ h => f.injective h) s
@[simp, grind =] theorem Finset.mem_map {f : Function.Embedding α β} {s : Finset α} {b : β} : b ∈ s.map f ↔ ∃ a, a ∈ s ∧ f a = b := Finset.mem_mapInj
@[simp] theorem Finset.card_map {f : Function.Embedding α β} {s : Finset α} : (s.map f).card = s.card := Finset.card_mapInj
/-- What a permutation moves. -/
def Equiv.Perm.support [DecidableEq α] [Fintype α] (f : Equiv.Perm α) : Finset α := Finset.univ.filter fun x => f x ≠ x
@[simp, grind =] theorem Equiv.Perm.mem_support [DecidableEq α] [Fintype α] {f : Equiv.Perm α} {x : α} : x ∈ f.support ↔ f x ≠ x := by
  rw [Equiv.Perm.support, Finset.mem_filter]; exact and_iff_right (Finset.mem_univ x)
/-- A permutation that exchanges two elements. -/
def Equiv.Perm.IsSwap [DecidableEq α] (f : Equiv.Perm α) : Prop := ∃ x y, x ≠ y ∧ f = Equiv.swap x y
/-- An injective map of a finite type into itself reaches everything. -/
theorem Finite.injective_iff_surjective [Finite α] {f : α → α} : Function.Injective f ↔ Function.Surjective f := by
  classical
  have := Fintype.ofFinite α
  constructor
  · intro h b
    have e : Finset.univ.image f = Finset.univ :=
      Finset.eq_of_subset_of_card_le (Finset.subset_univ _) (by rw [Finset.card_image_of_injective _ h])
    have := Finset.mem_univ b
    rw [← e, Finset.mem_image] at this
    exact this.elim fun a h => ⟨a, h.2⟩
  · intro h a b e
    have hi : Function.Injective fun b => Classical.choose (h b) := fun x y k => by
      rw [← Classical.choose_spec (h x), ← Classical.choose_spec (h y)]; exact congrArg f k
    have himg : Finset.univ.image (fun b => Classical.choose (h b)) = Finset.univ :=
      Finset.eq_of_subset_of_card_le (Finset.subset_univ _) (by rw [Finset.card_image_of_injective _ hi])
    have ha := Finset.mem_univ a
    have hb := Finset.mem_univ b
    rw [← himg, Finset.mem_image] at ha hb
    obtain ⟨x, _, rfl⟩ := ha
    obtain ⟨y, _, rfl⟩ := hb
    have e : f (Classical.choose (h x)) = f (Classical.choose (h y)) := e
    rw [Classical.choose_spec (h x), Classical.choose_spec (h y)] at e
    rw [e]
end

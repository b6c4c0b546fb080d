module
public import Mathlet.Tables
public import Mathlet.RingTheory.Ideal
public import Mathlet.Topology.Properties
@[expose] public noncomputable section

/-! # Finite models with modules, ideals and topologies -/

universe u v w

namespace Mathlet

section Modules
variable {R : Type u} {M : Type v} [Semiring R] [AddCommMonoid M] [Module R M] {a : M}
instance {U : Submodule R M} [Decidable (a ∈ U.carrier)] : Decidable (a ∈ U) := inferInstanceAs (Decidable (a ∈ U.carrier))
instance {U V : Submodule R M} [Decidable (∀ a, a ∈ U → a ∈ V)] : Decidable (U ≤ V) := inferInstanceAs (Decidable (∀ a, a ∈ U → a ∈ V))
instance {U V : Submodule R M} [Decidable (∀ a, a ∈ U ↔ a ∈ V)] : Decidable (U = V) := decidable_of_iff _ ⟨Submodule.ext, fun h a => by rw [h]⟩
instance {p : Submodule R M → Prop}
    [Decidable (∀ (s : Set M) (h2 : ∀ a b, a ∈ s → b ∈ s → a + b ∈ s) (h1 : 0 ∈ s) (h3 : ∀ (c : R) a, a ∈ s → c • a ∈ s), p ⟨⟨s, h2 _ _, h1⟩, fun c => h3 c _⟩)] :
    Decidable (∀ K, p K) := decidable_of_iff (∀ (s : Set M) (h2 : ∀ a b, a ∈ s → b ∈ s → a + b ∈ s) (h1 : 0 ∈ s) (h3 : ∀ (c : R) a, a ∈ s → c • a ∈ s), p ⟨⟨s, h2 _ _, h1⟩, fun c => h3 c _⟩)
      ⟨fun h K => h K.carrier (fun _ _ ha hb => K.add_mem' ha hb) K.zero_mem' (fun c _ ha => K.smul_mem' c ha), fun h s _ _ _ => h _⟩
instance : Decidable (a ∈ (Top.top : Submodule R M)) := isTrue (Submodule.mem_top.2 trivial)
instance [Decidable (a = 0)] : Decidable (a ∈ (Bot.bot : Submodule R M)) := decidable_of_iff _ (Submodule.mem_bot R).symm
instance {I : Ideal R} [Decidable ((1 : R) ∉ I ∧ ∀ a b : R, a * b ∈ I → a ∈ I ∨ b ∈ I)] : Decidable I.IsPrime :=
  decidable_of_iff ((1 : R) ∉ I ∧ ∀ a b : R, a * b ∈ I → a ∈ I ∨ b ∈ I)
    ⟨fun h => ⟨fun e => h.1 ((Ideal.eq_top_iff_one I).1 e), fun {x y} => h.2 x y⟩, fun h => ⟨fun e => h.1 ((Ideal.eq_top_iff_one I).2 e), fun _ _ => h.2⟩⟩
instance {R : Type u} [Mul R] [Zero R] [Decidable (∀ a b : R, a * b = 0 → a = 0 ∨ b = 0)] : Decidable (NoZeroDivisors R) :=
  decidable_of_iff (∀ a b : R, a * b = 0 → a = 0 ∨ b = 0) ⟨fun h => ⟨fun {a b} => h a b⟩, fun d _ _ => d.1⟩
instance {R : Type u} [Semiring R] [Decidable ((∃ x y : R, x ≠ y) ∧ ∀ a b c : R, a ≠ 0 → (a * b = a * c → b = c) ∧ (b * a = c * a → b = c))] :
    Decidable (IsDomain R) := decidable_of_iff ((∃ x y : R, x ≠ y) ∧ ∀ a b c : R, a ≠ 0 → (a * b = a * c → b = c) ∧ (b * a = c * a → b = c))
  ⟨fun h => { exists_pair_ne := h.1, mul_left_cancel_of_ne_zero := fun {a b c} ha => (h.2 a b c ha).1,
              mul_right_cancel_of_ne_zero := fun {a b c} hb => (h.2 b a c hb).2 },
   fun h => ⟨h.exists_pair_ne, fun _ _ _ ha => ⟨h.mul_left_cancel_of_ne_zero ha, h.mul_right_cancel_of_ne_zero ha⟩⟩⟩
end Modules

section Spaces
/-- The topology whose open sets are the bits of a number. -/
@[reducible] def topology (n code : Nat) (h1 : Set.univ ∈ families n code) (h2 : ∀ s t, s ∈ families n code → t ∈ families n code → s ∩ t ∈ families n code)
    (h3 : ∀ S : Set (Set (Element n)), (∀ t, t ∈ S → t ∈ families n code) → Set.sUnion S ∈ families n code) : TopologicalSpace (Element n) :=
  ⟨fun s => s ∈ families n code, h1, h2, h3⟩
instance {n code : Nat} {h1 h2 h3} {s : Set (Element n)} [Decidable (s ∈ families n code)] :
    Decidable (@IsOpen _ (topology n code h1 h2 h3) s) := inferInstanceAs (Decidable (s ∈ families n code))
variable {X : Type u} [TopologicalSpace X]
instance {s : Set X} [Decidable (IsOpen (HasCompl.compl s))] : Decidable (IsClosed s) := decidable_of_iff _ isOpen_compl_iff
instance [Decidable (∀ x y : X, x ≠ y → ∃ u v : Set X, IsOpen u ∧ IsOpen v ∧ x ∈ u ∧ y ∈ v ∧ Disjoint u v)] : Decidable (T2Space X) :=
  decidable_of_iff (∀ x y : X, x ≠ y → ∃ u v : Set X, IsOpen u ∧ IsOpen v ∧ x ∈ u ∧ y ∈ v ∧ Disjoint u v) ⟨fun h => ⟨fun x y => h x y⟩, fun h _ _ e => h.t2 e⟩
instance {Y : Type v} [TopologicalSpace Y] {f : X → Y} [Decidable (∀ s : Set Y, IsOpen s → IsOpen (Set.preimage f s))] : Decidable (Continuous f) :=
  decidable_of_iff _ continuous_def.symm
instance {Y : Type v} {f : X → Y} {s : Set Y} {x : X} [Decidable (f x ∈ s)] : Decidable (x ∈ Set.preimage f s) := inferInstanceAs (Decidable (f x ∈ s))
instance [Decidable (∀ x : X, IsClosed ({x} : Set X))] : Decidable (T1Space X) := decidable_of_iff _ ⟨T1Space.mk, fun h => h.t1⟩
end Spaces

end Mathlet

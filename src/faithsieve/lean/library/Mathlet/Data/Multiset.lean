module
public import Mathlet.Data.Set
public import Mathlet.Algebra.Ring
@[expose] public noncomputable section

/-!
# Lists and multisets

A multiset is a list up to permutation.
-/

universe u v w

/-- A member of the class, chosen somehow. -/
protected def Quotient.out {α : Sort u} {s : Setoid α} (q : Quotient s) : α := Classical.choose (Quotient.exists_rep q)
@[simp] theorem Quotient.out_eq {α : Sort u} {s : Setoid α} (q : Quotient s) : Quotient.mk s q.out = q :=
  Classical.choose_spec (Quotient.exists_rep q)

/-! ## Lists -/

namespace List
variable {α : Type u} {β : Type v}

/-- The product of the members. -/
protected def prod [Mul α] [One α] (l : List α) : α := l.foldr (· * ·) 1
@[simp] theorem prod_nil [Mul α] [One α] : ([] : List α).prod = 1 := rfl
@[simp] theorem prod_cons [Mul α] [One α] {a : α} {l : List α} : (a :: l).prod = a * l.prod := rfl

theorem perm_of_nodup_of_mem_iff : ∀ {l m : List α}, l.Nodup → m.Nodup → (∀ a, a ∈ l ↔ a ∈ m) → l.Perm m
  | [], m, _, _, h => by
    cases m with
    | nil => exact .nil
    | cons b m => exact absurd ((h b).2 (List.mem_cons_self ..)) (List.not_mem_nil)
  | a :: l, m, hl, hm, h => by
    obtain ⟨s, t, rfl⟩ := List.append_of_mem ((h a).1 (List.mem_cons_self ..))
    have hp : (s ++ a :: t).Perm (a :: (s ++ t)) := List.perm_middle
    have hm' := hp.nodup_iff.1 hm
    rw [List.nodup_cons] at hl hm'
    refine .trans (.cons a (perm_of_nodup_of_mem_iff hl.2 hm'.2 fun x => ?_)) hp.symm
    have hx := (h x).trans hp.mem_iff
    rw [List.mem_cons, List.mem_cons] at hx
    constructor
    · intro hxl
      exact (hx.1 (.inr hxl)).resolve_left fun e => hl.1 (e ▸ hxl)
    · intro hxm
      exact (hx.2 (.inr hxm)).resolve_left fun e => hm'.1 (e ▸ hxm)

/-- The list without its repetitions: the last copy of each member stays. -/
def dedup [DecidableEq α] : List α → List α
  | [] => []
  | a :: l => if a ∈ l then dedup l else a :: dedup l
@[simp] theorem mem_dedup [DecidableEq α] {a : α} : ∀ {l : List α}, a ∈ dedup l ↔ a ∈ l
  | [] => Iff.rfl
  | b :: l => by
    unfold dedup
    split
    next h =>
      rw [mem_dedup, List.mem_cons]
      exact ⟨.inr, fun h' => h'.elim (fun e => e ▸ h) id⟩
    next h => rw [List.mem_cons, List.mem_cons, mem_dedup]
theorem nodup_dedup [DecidableEq α] : ∀ l : List α, (dedup l).Nodup
  | [] => List.Pairwise.nil
  | b :: l => by
    unfold dedup
    split
    next h => exact nodup_dedup l
    next h => exact List.nodup_cons.2 ⟨fun h' => h (mem_dedup.1 h'), nodup_dedup l⟩
theorem nodup_map_of_injective {f : α → β} (hf : ∀ a b, f a = f b → a = b) {l : List α} (h : l.Nodup) :
    (l.map f).Nodup := List.pairwise_map.2 (List.Pairwise.imp (fun hne e => hne (hf _ _ e)) h)

/-- All lists got by leaving out members. -/
def sublists' : List α → List (List α)
  | [] => [[]]
  | a :: l => sublists' l ++ (sublists' l).map (a :: ·)
@[simp] theorem mem_sublists' {m : List α} : ∀ {l : List α}, m ∈ sublists' l ↔ m.Sublist l
  | [] => by
    rw [sublists', List.mem_singleton]
    exact ⟨fun h => h ▸ .slnil, fun h => List.sublist_nil.1 h⟩
  | a :: l => by
    rw [sublists', List.mem_append, List.mem_map, List.sublist_cons_iff, mem_sublists']
    refine or_congr Iff.rfl ⟨?_, ?_⟩
    · rintro ⟨k, h, rfl⟩; exact ⟨k, rfl, mem_sublists'.1 h⟩
    · rintro ⟨k, rfl, h⟩; exact ⟨k, mem_sublists'.2 h, rfl⟩
/-- Different sublists of a duplicate-free list have different members. -/
theorem pairwise_sublists' : ∀ {l : List α}, l.Nodup →
    (sublists' l).Pairwise fun m k => ¬ ∀ a, a ∈ m ↔ a ∈ k
  | [], _ => List.pairwise_singleton _ _
  | a :: l, h => by
    rw [List.nodup_cons] at h
    have ih := pairwise_sublists' h.2
    have out : ∀ m, m ∈ sublists' l → a ∉ m := fun m hm ham => h.1 ((mem_sublists'.1 hm).subset ham)
    refine List.pairwise_append.2 ⟨ih, List.pairwise_map.2 ?_, ?_⟩
    · refine List.Pairwise.imp_of_mem (fun hm hk hne heq => hne fun x => ?_) ih
      have := heq x
      have hm := out _ hm
      have hk := out _ hk
      grind
    · intro m hm k hk heq
      obtain ⟨k, hk, rfl⟩ := List.mem_map.1 hk
      exact out m hm ((heq a).2 (List.mem_cons_self ..))

/-- Every relation between neighbours. -/
def IsChain (R : α → α → Prop) : List α → Prop
  | a :: b :: l => R a b ∧ IsChain R (b :: l)
  | _ => True
/-- Each member is related to all later ones. -/
def Sorted (R : α → α → Prop) (l : List α) : Prop := l.Pairwise R
@[simp] theorem sorted_def {R : α → α → Prop} {l : List α} : l.Sorted R ↔ l.Pairwise R := Iff.rfl
end List

/-! ## Multisets -/

/-- A finite collection in which members may be repeated. -/
def Multiset (α : Type u) : Type u := Quotient (List.isSetoid α)

namespace Multiset
variable {α : Type u} {β : Type v} {γ : Type w}

/-- The multiset of the members of a list. -/
@[coe] def ofList : List α → Multiset α := Quotient.mk (List.isSetoid α)
instance : Coe (List α) (Multiset α) := ⟨ofList⟩
theorem coe_eq_coe {l m : List α} : (l : Multiset α) = m ↔ l.Perm m := ⟨Quotient.exact, fun h => Quotient.sound h⟩
protected theorem ind {p : Multiset α → Prop} (h : ∀ l : List α, p l) (s : Multiset α) : p s := Quotient.inductionOn s h

/-- Membership. -/
def Mem (s : Multiset α) (a : α) : Prop := Quotient.liftOn s (fun l => a ∈ l) fun _ _ (e : List.Perm _ _) => propext e.mem_iff
instance : Membership α (Multiset α) := ⟨Mem⟩
@[simp] theorem mem_coe {a : α} {l : List α} : a ∈ (l : Multiset α) ↔ a ∈ l := Iff.rfl
instance decidableMem [DecidableEq α] (a : α) (s : Multiset α) : Decidable (a ∈ s) :=
  Quotient.recOnSubsingleton (motive := fun s : Multiset α => Decidable (a ∈ s)) s fun l => inferInstanceAs (Decidable (a ∈ l))

instance : Zero (Multiset α) := ⟨([] : List α)⟩
instance : EmptyCollection (Multiset α) := ⟨0⟩
instance : Inhabited (Multiset α) := ⟨0⟩
/-- One member more. -/
def cons (a : α) (s : Multiset α) : Multiset α :=
  Quotient.liftOn s (fun l => ((a :: l : List α) : Multiset α)) fun _ _ (e : List.Perm _ _) => coe_eq_coe.2 (.cons a e)
instance : Insert α (Multiset α) := ⟨cons⟩
instance : Singleton α (Multiset α) := ⟨fun a => cons a 0⟩
/-- How many members, repetitions counted. -/
def card (s : Multiset α) : Nat := Quotient.liftOn s List.length fun _ _ (e : List.Perm _ _) => e.length_eq
protected def add (s t : Multiset α) : Multiset α :=
  Quotient.liftOn₂ s t (fun l m => ((l ++ m : List α) : Multiset α)) fun _ _ _ _ (e : List.Perm _ _) (e' : List.Perm _ _) =>
    coe_eq_coe.2 (e.append e')
instance : Add (Multiset α) := ⟨Multiset.add⟩
instance : AddCommMonoid (Multiset α) where
  add_assoc s t r := by
    induction s using Multiset.ind with | h l
    induction t using Multiset.ind with | h m
    induction r using Multiset.ind with | h n
    exact congrArg ofList (List.append_assoc l m n)
  zero_add s := by induction s using Multiset.ind with | h l; rfl
  add_zero s := by induction s using Multiset.ind with | h l; exact congrArg ofList (List.append_nil l)
  add_comm s t := by
    induction s using Multiset.ind with | h l
    induction t using Multiset.ind with | h m
    exact coe_eq_coe.2 List.perm_append_comm
/-- The values of a function, counted as often as they are taken. -/
def map (f : α → β) (s : Multiset α) : Multiset β :=
  Quotient.liftOn s (fun l => ((l.map f : List β) : Multiset β)) fun _ _ (e : List.Perm _ _) => coe_eq_coe.2 (e.map f)
/-- The members with a property. -/
def filter (p : α → Prop) [DecidablePred p] (s : Multiset α) : Multiset α :=
  Quotient.liftOn s (fun l => ((l.filter fun a => decide (p a) : List α) : Multiset α)) fun _ _ (e : List.Perm _ _) =>
    coe_eq_coe.2 (e.filter _)
/-- No member is repeated. -/
def Nodup (s : Multiset α) : Prop := Quotient.liftOn s List.Nodup fun _ _ (e : List.Perm _ _) => propext e.nodup_iff
/-- How often `a` is a member. -/
def count [DecidableEq α] (a : α) (s : Multiset α) : Nat :=
  Quotient.liftOn s (List.count a) fun _ _ (e : List.Perm _ _) => e.count_eq a
/-- `n` times `a`. -/
def replicate (n : Nat) (a : α) : Multiset α := (List.replicate n a : List α)
/-- The numbers below `n`. -/
def range (n : Nat) : Multiset Nat := (List.range n : List Nat)
/-- One copy of `a` less. -/
def erase [DecidableEq α] (s : Multiset α) (a : α) : Multiset α :=
  Quotient.liftOn s (fun l => ((l.erase a : List α) : Multiset α)) fun _ _ (e : List.Perm _ _) => coe_eq_coe.2 (e.erase a)
/-- Without repetitions. -/
def dedup [DecidableEq α] (s : Multiset α) : Multiset α :=
  Quotient.liftOn s (fun l => ((l.dedup : List α) : Multiset α)) fun l m (e : List.Perm _ _) =>
    coe_eq_coe.2 (List.perm_of_nodup_of_mem_iff (List.nodup_dedup l) (List.nodup_dedup m) fun a => by simp [e.mem_iff])
theorem foldr_perm {op : γ → γ → γ} (comm : ∀ a b, op a b = op b a) (assoc : ∀ a b c, op (op a b) c = op a (op b c))
    (e : γ) {l m : List γ} (h : l.Perm m) : l.foldr op e = m.foldr op e :=
  h.foldr_eq' (fun x _ y _ z => by rw [← assoc, comm y, assoc]) e
/-- The sum of the members. -/
def sum [AddCommMonoid α] (s : Multiset α) : α :=
  Quotient.liftOn s (fun l => l.foldr (· + ·) 0) fun _ _ (e : List.Perm _ _) => foldr_perm add_comm add_assoc 0 e
/-- The product of the members. -/
def prod [CommMonoid α] (s : Multiset α) : α :=
  Quotient.liftOn s (fun l => l.foldr (· * ·) 1) fun _ _ (e : List.Perm _ _) => foldr_perm mul_comm mul_assoc 1 e
/-- A list of the members, in an order chosen somehow. -/
def toList (s : Multiset α) : List α := Quotient.out s
instance : HasSubset (Multiset α) := ⟨fun s t => ∀ ⦃a⦄, a ∈ s → a ∈ t⟩
/-- `s ≤ t`: `t` is `s` and something more. -/
instance : LE (Multiset α) := ⟨fun s t => ∃ r, t = s + r⟩

@[simp] theorem coe_toList (s : Multiset α) : (s.toList : Multiset α) = s := Quotient.out_eq s
@[simp] theorem coe_card (l : List α) : card (l : Multiset α) = l.length := rfl
@[simp] theorem coe_nodup {l : List α} : Nodup (l : Multiset α) ↔ l.Nodup := Iff.rfl
@[simp] theorem map_coe (f : α → β) (l : List α) : map f l = (l.map f : List β) := rfl
@[simp] theorem filter_coe (p : α → Prop) [DecidablePred p] (l : List α) :
    filter p l = (l.filter fun a => decide (p a) : List α) := rfl
@[simp] theorem coe_count [DecidableEq α] (a : α) (l : List α) : count a (l : Multiset α) = l.count a := rfl
@[simp] theorem cons_coe (a : α) (l : List α) : cons a l = (a :: l : List α) := rfl
@[simp] theorem coe_add (l m : List α) : (l + m : Multiset α) = (l ++ m : List α) := rfl
@[simp] theorem insert_eq_cons (a : α) (s : Multiset α) : insert a s = cons a s := rfl
@[simp] theorem card_zero : card (0 : Multiset α) = 0 := rfl
@[simp] theorem card_cons (a : α) (s : Multiset α) : card (cons a s) = card s + 1 := by
  induction s using Multiset.ind with | h l; rfl
@[simp] theorem card_singleton (a : α) : card ({a} : Multiset α) = 1 := rfl
@[simp] theorem card_add (s t : Multiset α) : card (s + t) = card s + card t := by
  induction s using Multiset.ind with | h l
  induction t using Multiset.ind with | h m
  exact List.length_append
@[simp] theorem card_map (f : α → β) (s : Multiset α) : card (map f s) = card s := by
  induction s using Multiset.ind with | h l; exact List.length_map ..
@[simp] theorem card_replicate (n : Nat) (a : α) : card (replicate n a) = n := List.length_replicate
@[simp] theorem notMem_zero (a : α) : a ∉ (0 : Multiset α) := List.not_mem_nil
@[simp, grind =] theorem mem_cons {a b : α} {s : Multiset α} : a ∈ cons b s ↔ a = b ∨ a ∈ s := by
  induction s using Multiset.ind with | h l; exact List.mem_cons
@[simp, grind =] theorem mem_singleton {a b : α} : b ∈ ({a} : Multiset α) ↔ b = a := List.mem_singleton
@[simp, grind =] theorem mem_add {a : α} {s t : Multiset α} : a ∈ s + t ↔ a ∈ s ∨ a ∈ t := by
  induction s using Multiset.ind with | h l
  induction t using Multiset.ind with | h m
  exact List.mem_append
@[simp, grind =] theorem mem_map {f : α → β} {b : β} {s : Multiset α} : b ∈ map f s ↔ ∃ a, a ∈ s ∧ f a = b := by
  induction s using Multiset.ind with | h l; exact List.mem_map
@[simp, grind =] theorem mem_filter {p : α → Prop} [DecidablePred p] {a : α} {s : Multiset α} : a ∈ filter p s ↔ a ∈ s ∧ p a := by
  induction s using Multiset.ind with | h l
  show a ∈ l.filter _ ↔ a ∈ l ∧ p a
  simp only [List.mem_filter, decide_eq_true_eq]
@[simp, grind =] theorem mem_dedup [DecidableEq α] {a : α} {s : Multiset α} : a ∈ dedup s ↔ a ∈ s := by
  induction s using Multiset.ind with | h l; exact List.mem_dedup
@[simp, grind =] theorem mem_range {m n : Nat} : m ∈ range n ↔ m < n := List.mem_range
theorem nodup_dedup [DecidableEq α] (s : Multiset α) : Nodup (dedup s) := by
  induction s using Multiset.ind with | h l; exact List.nodup_dedup l
theorem ext [DecidableEq α] {s t : Multiset α} : s = t ↔ ∀ a, count a s = count a t := by
  induction s using Multiset.ind with | h l
  induction t using Multiset.ind with | h m
  exact coe_eq_coe.trans List.perm_iff_count
@[simp] theorem sum_zero [AddCommMonoid α] : sum (0 : Multiset α) = 0 := rfl
@[simp] theorem sum_cons [AddCommMonoid α] (a : α) (s : Multiset α) : sum (cons a s) = a + sum s := by
  induction s using Multiset.ind with | h l; rfl
@[simp] theorem prod_zero [CommMonoid α] : prod (0 : Multiset α) = 1 := rfl
@[simp] theorem prod_cons [CommMonoid α] (a : α) (s : Multiset α) : prod (cons a s) = a * prod s := by
  induction s using Multiset.ind with | h l; rfl
@[simp] theorem sum_singleton [AddCommMonoid α] (a : α) : sum ({a} : Multiset α) = a := add_zero a
@[simp] theorem prod_singleton [CommMonoid α] (a : α) : prod ({a} : Multiset α) = a := mul_one a
theorem le_iff_exists_add {s t : Multiset α} : s ≤ t ↔ ∃ r, t = s + r := Iff.rfl
theorem induction_on {p : Multiset α → Prop} (s : Multiset α) (empty : p 0) (cons : ∀ a s, p s → p (cons a s)) : p s := by
  induction s using Multiset.ind with | h l
  induction l with
  | nil => exact empty
  | cons a l ih => exact cons a l ih
/-- The union, repetitions counted, of a family over a multiset. -/
def bind (s : Multiset α) (f : α → Multiset β) : Multiset β := (s.map f).sum
@[simp, grind =] theorem mem_bind {b : β} {s : Multiset α} {f : α → Multiset β} : b ∈ bind s f ↔ ∃ a, a ∈ s ∧ b ∈ f a := by
  induction s using Multiset.induction_on with
  | empty => exact ⟨fun h => (notMem_zero b h).elim, fun ⟨a, h, _⟩ => (notMem_zero a h).elim⟩
  | cons a s ih =>
    have e : bind (cons a s) f = f a + bind s f := by
      induction s using Multiset.ind with | h l; rfl
    rw [e, mem_add, ih]
    constructor
    · rintro (h | ⟨x, hx, h⟩)
      · exact ⟨a, mem_cons.2 (.inl rfl), h⟩
      · exact ⟨x, mem_cons.2 (.inr hx), h⟩
    · rintro ⟨x, hx, h⟩
      rcases mem_cons.1 hx with rfl | hx
      · exact .inl h
      · exact .inr ⟨x, hx, h⟩
instance decidableEq [DecidableEq α] : DecidableEq (Multiset α) := fun s t =>
  Quotient.recOnSubsingleton₂ s t (motive := fun s t : Multiset α => Decidable (s = t)) fun l m =>
    if h : l.Perm m then isTrue (Quotient.sound h) else isFalse fun e => h (Quotient.exact e)
instance decidableForall {p : α → Prop} [DecidablePred p] {s : Multiset α} : Decidable (∀ a, a ∈ s → p a) :=
  Quotient.recOnSubsingleton (motive := fun s : Multiset α => Decidable (∀ a, a ∈ s → p a)) s fun l =>
    inferInstanceAs (Decidable (∀ a, a ∈ l → p a))
end Multiset

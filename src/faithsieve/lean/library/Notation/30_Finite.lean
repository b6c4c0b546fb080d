/-! # Finite sums and products, parts of sets, factorials, congruences -/

namespace Mathlet.Notation

/-- What a sum or product runs over: `x`, `x : α`, `x ∈ s`, `x in s`, `x < n`, `(x, y) ∈ s`. -/
declare_syntax_cat mathletBigBinder
syntax (name := bigPlain) term:max : mathletBigBinder
syntax (name := bigTyped) term:max " : " term : mathletBigBinder
syntax (name := bigMem) term:max (" ∈ " <|> " in ") term : mathletBigBinder
syntax (name := bigLt) ident " < " term : mathletBigBinder
syntax (name := bigLe) ident " ≤ " term : mathletBigBinder
syntax (name := bigGt) ident " > " term : mathletBigBinder
syntax (name := bigGe) ident " ≥ " term : mathletBigBinder
/-- `∑ x ∈ s, f x`, `∑ x ∈ s with p x, f x`, `∑ x : α, f x`, `∑ (x ∈ s) (y ∈ t), f x y`. -/
syntax (name := bigSum) "∑ " mathletBigBinder (" with " term)? ", " term:67 : term
syntax (name := bigSums) "∑ " ("(" mathletBigBinder ")")+ (" with " term)? ", " term:67 : term
/-- The same with `∏`. -/
syntax (name := bigProd) "∏ " mathletBigBinder (" with " term)? ", " term:67 : term
syntax (name := bigProds) "∏ " ("(" mathletBigBinder ")")+ (" with " term)? ", " term:67 : term

-- Positive numbers, numbers with infinity.
macro (name := positiveNaturals) "ℕ+" : term => `(PNat)
macro (name := extendedNaturals) "ℕ∞" : term => `(ENat)

/-- Where a finite set is wanted, `{x | p x}` is the part of a finite type. -/
def asFinset (s : Lean.Syntax) : Lean.MacroM Lean.Term := do
  if s.getKind == ``setBuilder then
    let x : Lean.Ident := ⟨s[1]⟩
    let p : Lean.Term := ⟨s[4]⟩
    if s[2].getNumArgs == 0 then `(Finset.filter (fun $x:ident => $p) Finset.univ)
    else
      let t : Lean.Term := ⟨s[2][1]⟩
      `(Finset.filter (fun ($x : $t) => $p) Finset.univ)
  else return ⟨s⟩

/-- The variable and the set of a binder. -/
def bigBinder (b : Lean.Syntax) : Lean.MacroM (Lean.Term × Lean.Term) := do
  let x : Lean.Term := ⟨b[0]⟩
  let s : Lean.Term := ⟨b[2]⟩
  match b.getKind with
  | ``bigPlain => return (x, ← `(Finset.univ))
  | ``bigTyped => return (← `(($x : $s)), ← `(Finset.univ (α := $s)))
  | ``bigMem => return (x, ← asFinset b[2])
  | ``bigLt => return (x, ← `(Finset.Iio $s))
  | ``bigLe => return (x, ← `(Finset.Iic $s))
  | ``bigGt => return (x, ← `(Finset.Ioi $s))
  | _ => return (x, ← `(Finset.Ici $s))
/-- A function of the variable; patterns match. -/
def bigFunction (x e : Lean.Term) : Lean.MacroM Lean.Term := do
  if x.raw.isIdent then
    let x : Lean.Ident := ⟨x.raw⟩
    `(fun $x:ident => $e)
  else `(fun $x => $e)
/-- All binders of a list as one: pairs, and the set of the pairs. -/
def bigBinders (bs : Lean.Syntax) : Nat → Nat → Lean.MacroM (Lean.Term × Lean.Term)
  | 0, i => bigBinder bs[i][1]
  | n + 1, i => do
    let (x, s) ← bigBinder bs[i][1]
    let (y, t) ← bigBinders bs n (i + 1)
    return (← `(($x, $y)), ← `(SProd.sprod $s $t))
def bigOver (sum : Bool) (over : Lean.Term × Lean.Term) (condition : Lean.Syntax) (e : Lean.Term) : Lean.MacroM Lean.Term := do
  let (x, s) := over
  let f ← bigFunction x e
  let s ← if condition.getNumArgs == 0 then pure s
    else `(Finset.filter $(← bigFunction x ⟨condition[1]⟩) $s)
  if sum then `(Finset.sum $s $f) else `(Finset.prod $s $f)
macro_rules (kind := bigSum)
  | stx => do bigOver true (← bigBinder stx[1]) stx[2] ⟨stx[4]⟩
macro_rules (kind := bigProd)
  | stx => do bigOver false (← bigBinder stx[1]) stx[2] ⟨stx[4]⟩
macro_rules (kind := bigSums)
  | stx => do bigOver true (← bigBinders stx[1] (stx[1].getNumArgs - 1) 0) stx[2] ⟨stx[4]⟩
macro_rules (kind := bigProds)
  | stx => do bigOver false (← bigBinders stx[1] (stx[1].getNumArgs - 1) 0) stx[2] ⟨stx[4]⟩

-- `{x ∈ s | p x}`: a set or a finite set, as `s` is, or as is expected.
macro_rules (kind := setPred)
  | `({ $x:ident $pred:binderPred | $p }) => do
    match pred with
    | `(binderPred| ∈ $s) => `(Mathlet.separate $s fun $x:ident => $p)
    | _ => `(setOf fun $x:ident => (satisfies_binder_pred% $x $pred) ∧ $p)

/-- Bijections and embeddings. -/
infixl:25 " ≃ " => Equiv
infixr:25 " ↪ " => Function.Embedding
/-- Congruences. -/
notation:50 a " ≡ " b " [MOD " n "]" => Nat.ModEq n a b
notation:50 a " ≡ " b " [ZMOD " n "]" => Int.ModEq n a b

end Mathlet.Notation

namespace Nat
/-- `n !`, the factorial. -/
scoped notation:10000 n "!" => Nat.factorial n
/-- `φ n`, Euler's function. -/
scoped notation "φ" => Nat.totient
end Nat
namespace Finset
/-- `#s`, the number of members. -/
scoped syntax:max (name := cardSign) "#" term:max : term
macro_rules (kind := cardSign)
  | stx => do `(Finset.card $(← Mathlet.Notation.asFinset stx[1]))
end Finset
namespace NNReal
/-- The non-negative reals. -/
scoped notation "ℝ≥0" => NNReal
end NNReal

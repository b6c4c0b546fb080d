/-!
# Letters, binders, sets

A worker elaborates the notations when its image is made: the embedded Lean cannot run macros out of a compiled file.
-/

namespace Mathlet.Notation

-- Macros rather than notations: goals print the types' own names, and loading is quicker.
macro (name := naturals) "ℕ" : term => `(Nat)
macro (name := integers) "ℤ" : term => `(Int)
macro (name := rationals) "ℚ" : term => `(Rat)
macro (name := reals) "ℝ" : term => `(Real)

/-- A type of any universe. -/
macro (name := anyType) "Type*" : term => `(Type _)
/-- A sort of any universe. -/
macro (name := anySort) "Sort*" : term => `(Sort _)

/-- `∃! x, p x`. -/
syntax (name := existsUnique) "∃! " (ident <|> ("(" ident " : " term ")") <|> "_") (" : " term)? ", " term : term
syntax (name := existsUniquePred) "∃! " ident binderPred ", " term : term
macro_rules (kind := existsUnique)
  | stx => do
    let body : Lean.Term := ⟨stx[4]⟩
    let binder := stx[1]
    if binder.isIdent then
      let x : Lean.Ident := ⟨binder⟩
      if stx[2].getNumArgs == 0 then `(ExistsUnique fun $x:ident => $body)
      else
        let t : Lean.Term := ⟨stx[2][1]⟩
        `(ExistsUnique fun ($x : $t) => $body)
    else
      let x : Lean.Ident := ⟨binder[1]⟩
      let t : Lean.Term := ⟨binder[3]⟩
      `(ExistsUnique fun ($x : $t) => $body)
macro_rules (kind := existsUniquePred)
  | `(∃! $x:ident $pred:binderPred, $p) => `(ExistsUnique fun $x:ident => (satisfies_binder_pred% $x $pred) ∧ $p)

/-- One binder of `∀ᵉ` and `∃ᵉ`: `x`, `(x : α)`, `(x ∈ s)`. -/
declare_syntax_cat mathletBinder
syntax (name := plainBinder) ident : mathletBinder
syntax (name := typedBinder) "(" ident+ " : " term ")" : mathletBinder
syntax (name := predBinder) "(" ident binderPred ")" : mathletBinder
syntax (name := parenBinder) "(" ident ")" : mathletBinder
syntax (name := forallBinders) "∀ᵉ " mathletBinder+ ", " term : term
syntax (name := existsBinders) "∃ᵉ " mathletBinder+ ", " term : term

def quantify (all : Bool) (b : Lean.Syntax) (body : Lean.Term) : Lean.MacroM Lean.Term := do
  match b.getKind with
  | ``plainBinder =>
    let x : Lean.Ident := ⟨b[0]⟩
    if all then `(∀ $x:ident, $body) else `(∃ $x:ident, $body)
  | ``parenBinder =>
    let x : Lean.Ident := ⟨b[1]⟩
    if all then `(∀ $x:ident, $body) else `(∃ $x:ident, $body)
  | ``predBinder =>
    let x : Lean.Ident := ⟨b[1]⟩
    let p : Lean.TSyntax `binderPred := ⟨b[2]⟩
    if all then `(∀ $x:ident, satisfies_binder_pred% $x $p → $body) else `(∃ $x:ident, satisfies_binder_pred% $x $p ∧ $body)
  | _ =>
    let t : Lean.Term := ⟨b[3]⟩
    typed all b[1] t body b[1].getNumArgs
where
  typed (all : Bool) (xs : Lean.Syntax) (t body : Lean.Term) : Nat → Lean.MacroM Lean.Term
    | 0 => return body
    | n + 1 => do
      let x : Lean.Ident := ⟨xs[n]⟩
      let inner ← if all then `(∀ ($x : $t), $body) else `(∃ $x:ident : $t, $body)
      typed all xs t inner n

def quantifyAll (all : Bool) (bs : Lean.Syntax) (body : Lean.Term) : Nat → Lean.MacroM Lean.Term
  | 0 => return body
  | n + 1 => do quantifyAll all bs (← quantify all bs[n] body) n
macro_rules (kind := forallBinders)
  | stx => quantifyAll true stx[1] ⟨stx[3]⟩ stx[1].getNumArgs
macro_rules (kind := existsBinders)
  | stx => quantifyAll false stx[1] ⟨stx[3]⟩ stx[1].getNumArgs

/-- `{x | p x}`, also `{x : α | p x}`, `{x > 0 | p x}`, `{(x, y) | p x y}`. -/
syntax (name := setBuilder) "{" ident (" : " term)? " | " term "}" : term
syntax (name := setPred) "{" ident binderPred " | " term "}" : term
syntax (name := setBinders) (priority := low) "{" term " | " (lookahead("(") mathletBinder)+ "}" : term
syntax (name := setValuesPred) (priority := low) "{" term " | " ident (binderPred)? "}" : term
syntax (name := setValues) (priority := low) "{" term " | " ident+ " : " term "}" : term
syntax (name := setPattern) (priority := 50) "{" term (" : " term)? " | " term "}" : term
macro_rules (kind := setBuilder)
  | `({ $x:ident | $p }) => `(setOf fun $x => $p)
  | `({ $x:ident : $t | $p }) => `(setOf fun ($x : $t) => $p)
macro_rules (kind := setPred)
  | `({ $x:ident $pred:binderPred | $p }) => `(setOf fun $x => (satisfies_binder_pred% $x $pred) ∧ $p)
macro_rules (kind := setBinders)
  | stx => do
    let value : Lean.Term := ⟨stx[1]⟩
    let body ← quantifyAll false stx[3] (← `($value = y)) stx[3].getNumArgs
    `(setOf fun y => $body)
/-- A tuple of letters, which may be a pattern or a value. -/
partial def isLetters (t : Lean.Syntax) : Bool :=
  t.isIdent || (t.getKind == `Lean.Parser.Term.tuple && letters t[1] t[1].getNumArgs)
where
  letters (ts : Lean.Syntax) : Nat → Bool
    | 0 => true
    | n + 1 => (ts[n].isAtom || ts[n].isIdent || inner ts[n]) && letters ts n
  inner (t : Lean.Syntax) : Bool := t.getKind == Lean.nullKind && letters t t.getNumArgs
macro_rules (kind := setValuesPred)
  | stx => do
    let value : Lean.Term := ⟨stx[1]⟩
    let x : Lean.Ident := ⟨stx[3]⟩
    if stx[4].getNumArgs == 0 then `(setOf fun y => ∃ $x:ident, $value = y)
    else
      let p : Lean.TSyntax `binderPred := ⟨stx[4][0]⟩
      let values ← `(setOf fun y => ∃ $x:ident, satisfies_binder_pred% $x $p ∧ $value = y)
      if isLetters stx[1] then
        let pattern ← `(setOf fun y => match y with | $value:term => satisfies_binder_pred% $x $p)
        return .node .none `choice #[pattern, values]
      else return values
macro_rules (kind := setValues)
  | stx => do
    let value : Lean.Term := ⟨stx[1]⟩
    let body ← quantify.typed false stx[3] ⟨stx[5]⟩ (← `($value = y)) stx[3].getNumArgs
    `(setOf fun y => $body)
macro_rules (kind := setPattern)
  | stx => do
    let pattern : Lean.Term := ⟨stx[1]⟩
    let p : Lean.Term := ⟨stx[4]⟩
    if stx[2].getNumArgs == 0 then `(setOf fun y => match y with | $pattern:term => $p)
    else
      let t : Lean.Term := ⟨stx[2][1]⟩
      `(setOf fun (y : $t) => match y with | $pattern:term => $p)

/-- `f '' s`, the image. -/
infixl:80 " '' " => Set.image
/-- `f ⁻¹' s`, the preimage. -/
infixl:80 " ⁻¹' " => Set.preimage
/-- `sᶜ`, the complement. -/
postfix:1024 "ᶜ" => HasCompl.compl
/-- `s ×ˢ t`, the pairs. -/
infixr:82 " ×ˢ " => SProd.sprod
/-- `𝒫 s`, the set of subsets. -/
prefix:100 "𝒫 " => Set.powerset
/-- `⋃₀ S` and `⋂₀ S`. -/
prefix:110 "⋃₀ " => Set.sUnion
prefix:110 "⋂₀ " => Set.sInter
/-- Families: `⋃ i, s i`, `⋃ i ∈ t, s i`, `⋃ (i : ι) (j : κ), s i j`, and the same for `⋂`, `⨆`, `⨅`. -/
syntax (name := familyPred) ("⋃ " <|> "⋂ " <|> "⨆ " <|> "⨅ ") ident binderPred ", " term:60 : term
syntax (name := familyTyped) ("⋃ " <|> "⋂ " <|> "⨆ " <|> "⨅ ") ident+ " : " term ", " term:60 : term
syntax (name := familyBinders) ("⋃ " <|> "⋂ " <|> "⨆ " <|> "⨅ ") mathletBinder+ ", " term:60 : term
/-- Alternatives of symbols are parsed into nodes around the symbol. -/
def hasToken (stx : Lean.Syntax) (token : String) : Bool := stx.isToken token || stx[0].isToken token || stx[0][0].isToken token
def familyOf (sign : Lean.Syntax) (f : Lean.Term) : Lean.MacroM Lean.Term :=
  if hasToken sign "⋃" then `(Set.iUnion $f)
  else if hasToken sign "⋂" then `(Set.iInter $f)
  else if hasToken sign "⨆" then `(iSup $f)
  else if hasToken sign "⨅" then `(iInf $f)
  else `(thisFamilySignIsUnknown $f)
def familyOver (sign b : Lean.Syntax) (body : Lean.Term) : Lean.MacroM Lean.Term := do
  match b.getKind with
  | ``plainBinder =>
    let x : Lean.Ident := ⟨b[0]⟩
    familyOf sign (← `(fun $x:ident => $body))
  | ``predBinder =>
    let x : Lean.Ident := ⟨b[1]⟩
    let p : Lean.TSyntax `binderPred := ⟨b[2]⟩
    let inner ← familyOf sign (← `(fun (_ : satisfies_binder_pred% $x $p) => $body))
    familyOf sign (← `(fun $x:ident => $inner))
  | _ => typed b[1] ⟨b[3]⟩ body b[1].getNumArgs
where
  typed (xs : Lean.Syntax) (t body : Lean.Term) : Nat → Lean.MacroM Lean.Term
    | 0 => return body
    | n + 1 => do
      let x : Lean.Ident := ⟨xs[n]⟩
      typed xs t (← familyOf sign (← `(fun ($x : $t) => $body))) n
def familyOverAll (sign bs : Lean.Syntax) (body : Lean.Term) : Nat → Lean.MacroM Lean.Term
  | 0 => return body
  | n + 1 => do familyOverAll sign bs (← familyOver sign bs[n] body) n
macro_rules (kind := familyPred)
  | stx => do
    let x : Lean.Ident := ⟨stx[1]⟩
    let p : Lean.TSyntax `binderPred := ⟨stx[2]⟩
    let body : Lean.Term := ⟨stx[4]⟩
    let inner ← familyOf stx[0] (← `(fun (_ : satisfies_binder_pred% $x $p) => $body))
    familyOf stx[0] (← `(fun $x:ident => $inner))
macro_rules (kind := familyTyped)
  | stx => familyOver.typed stx[0] stx[1] ⟨stx[3]⟩ ⟨stx[5]⟩ stx[1].getNumArgs
macro_rules (kind := familyBinders)
  | stx => familyOverAll stx[0] stx[1] ⟨stx[3]⟩ stx[1].getNumArgs

/-- Lattices. -/
infixl:68 " ⊔ " => Max.max
infixl:69 " ⊓ " => Min.min
notation "⊤" => Top.top
notation "⊥" => Bot.bot
/-- `f^[n]`, `f` applied `n` times. -/
notation:max f "^[" n "]" => Function.iterate f n

end Mathlet.Notation

-- Namespaces that statements open. Some hold notations only, which here are always on; of the others what is
-- missing is missed by name.
namespace BigOperators
end BigOperators
namespace Topology
end Topology
namespace Pointwise
end Pointwise
namespace Classical
end Classical
namespace Filter
end Filter
namespace Fintype
end Fintype
namespace Polynomial
end Polynomial
namespace MvPolynomial
end MvPolynomial
namespace Ideal
end Ideal
namespace Complex
end Complex
namespace TopologicalSpace
end TopologicalSpace
namespace Subgroup
end Subgroup
namespace Finset
end Finset
namespace Metric
end Metric
namespace Matrix
end Matrix
namespace MeasureTheory
end MeasureTheory
namespace InnerProductSpace
end InnerProductSpace
namespace RealInnerProductSpace
end RealInnerProductSpace
namespace LinearMap
end LinearMap
namespace FiniteDimensional
end FiniteDimensional
namespace Module
end Module
namespace Module.End
end Module.End
namespace EuclideanGeometry
end EuclideanGeometry
namespace Submodule
end Submodule
namespace Zsqrtd
end Zsqrtd
namespace Equiv
end Equiv
namespace ProbabilityTheory
end ProbabilityTheory
namespace Multiset
end Multiset
namespace RingHom
end RingHom
namespace Bornology
end Bornology
namespace SimpleGraph
end SimpleGraph
namespace intervalIntegral
end intervalIntegral
namespace Nat.ArithmeticFunction
end Nat.ArithmeticFunction
namespace ArithmeticFunction
end ArithmeticFunction
namespace ENNReal
end ENNReal
namespace NNReal
end NNReal
namespace ComplexConjugate
end ComplexConjugate
namespace Cardinal
end Cardinal
namespace Ordinal
end Ordinal
namespace Asymptotics
end Asymptotics
namespace Convex
end Convex
namespace QuotientGroup
end QuotientGroup
namespace Ring
end Ring
namespace Group
end Group
namespace Fin
end Fin
namespace List
end List
namespace Interval
end Interval
namespace Uniformity
end Uniformity

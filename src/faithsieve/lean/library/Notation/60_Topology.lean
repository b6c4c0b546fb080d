/-! # Filters, neighbourhoods, series, maps -/

namespace Mathlet.Notation

/-- `∀ᶠ x in f, p x`: eventually. -/
syntax (name := eventuallyIn) "∀ᶠ " (ident <|> "_" <|> ("(" ident " : " term ")")) (" : " term)? " in " term ", " term : term
/-- `∃ᶠ x in f, p x`: frequently. -/
syntax (name := frequentlyIn) "∃ᶠ " (ident <|> "_" <|> ("(" ident " : " term ")")) (" : " term)? " in " term ", " term : term
/-- The function of a binder `x`, `_`, `(x : α)`, `x : α`. -/
def binderFunction (b t : Lean.Syntax) (body : Lean.Term) : Lean.MacroM Lean.Term := do
  if hasToken b "_" then
    if t.getNumArgs == 0 then `(fun _ => $body)
    else
      let ty : Lean.Term := ⟨t[1]⟩
      `(fun (_ : $ty) => $body)
  else if b.isIdent then
    let x : Lean.Ident := ⟨b⟩
    if t.getNumArgs == 0 then `(fun $x:ident => $body)
    else
      let ty : Lean.Term := ⟨t[1]⟩
      `(fun ($x : $ty) => $body)
  else
    let x : Lean.Ident := ⟨b[1]⟩
    let ty : Lean.Term := ⟨b[3]⟩
    `(fun ($x : $ty) => $body)
macro_rules (kind := eventuallyIn)
  | stx => do
    let f ← binderFunction stx[1] stx[2] ⟨stx[6]⟩
    let l : Lean.Term := ⟨stx[4]⟩
    `(Filter.Eventually $f $l)
macro_rules (kind := frequentlyIn)
  | stx => do
    let f ← binderFunction stx[1] stx[2] ⟨stx[6]⟩
    let l : Lean.Term := ⟨stx[4]⟩
    `(Filter.Frequently $f $l)

/-- `f =ᶠ[l] g`, `f ≤ᶠ[l] g`. -/
notation:50 f " =ᶠ[" l:50 "] " g:50 => Filter.EventuallyEq l f g
notation:50 f " ≤ᶠ[" l:50 "] " g:50 => Filter.EventuallyLE l f g

/-- `∑' x, f x`: the sum of a series or family; `∏'` the product. -/
syntax (name := seriesSum) "∑' " (ident <|> "_" <|> ("(" ident " : " term ")")) (" : " term)? ", " term:67 : term
syntax (name := seriesSums) "∑' " ("(" ident " : " term ")") ("(" ident " : " term ")")+ ", " term:67 : term
syntax (name := seriesMem) "∑' " ident " ∈ " term ", " term:67 : term
syntax (name := seriesProd) "∏' " (ident <|> "_" <|> ("(" ident " : " term ")")) (" : " term)? ", " term:67 : term
macro_rules (kind := seriesSum)
  | stx => do
    let f ← binderFunction stx[1] stx[2] ⟨stx[4]⟩
    `(tsum $f)
macro_rules (kind := seriesProd)
  | stx => do
    let f ← binderFunction stx[1] stx[2] ⟨stx[4]⟩
    `(tprod $f)

/-- `E →L[𝕜] F`: continuous linear maps. -/
notation:25 E " →L[" R:25 "] " F:0 => ContinuousLinearMap (RingHom.id R) E F

end Mathlet.Notation

namespace Topology
/-- `𝓝 x`, the neighbourhoods. -/
scoped notation "𝓝" => nhds
/-- `𝓝[s] x`, the neighbourhoods within a set; `𝓝[≠] x` and kin. -/
scoped notation "𝓝[" s "] " x:100 => nhdsWithin x s
scoped notation "𝓝[≠] " x:100 => nhdsWithin x (HasCompl.compl {x})
scoped notation "𝓝[≥] " x:100 => nhdsWithin x (Set.Ici x)
scoped notation "𝓝[≤] " x:100 => nhdsWithin x (Set.Iic x)
scoped notation "𝓝[>] " x:100 => nhdsWithin x (Set.Ioi x)
scoped notation "𝓝[<] " x:100 => nhdsWithin x (Set.Iio x)
scoped notation "𝓝ˢ" => nhdsSet
end Topology
namespace Filter
/-- `𝓟 s`, the sets around `s`. -/
scoped notation "𝓟" => Filter.principal
end Filter
namespace Uniformity
scoped notation "𝓤" => uniformity
end Uniformity

namespace Mathlet.Notation
/-- `∫ x in a..b, f x`, `∫ x in s, f x`, `∫ x, f x`. -/
syntax (name := integralFromTo) (priority := high) "∫ " (ident <|> "_" <|> ("(" ident " : " term ")")) (" : " term)? " in " term ".." term ", " term:60 : term
syntax (name := integralOver) "∫ " (ident <|> "_" <|> ("(" ident " : " term ")")) (" : " term)? " in " term ", " term:60 : term
syntax (name := integralAll) "∫ " (ident <|> "_" <|> ("(" ident " : " term ")")) (" : " term)? ", " term:60 : term
macro_rules (kind := integralFromTo)
  | stx => do
    let f ← binderFunction stx[1] stx[2] ⟨stx[8]⟩
    let a : Lean.Term := ⟨stx[4]⟩
    let b : Lean.Term := ⟨stx[6]⟩
    `(intervalIntegral $f $a $b)
macro_rules (kind := integralOver)
  | stx => do
    let f ← binderFunction stx[1] stx[2] ⟨stx[6]⟩
    let s : Lean.Term := ⟨stx[4]⟩
    `(MeasureTheory.setIntegral $s $f)
macro_rules (kind := integralAll)
  | stx => do
    let f ← binderFunction stx[1] stx[2] ⟨stx[4]⟩
    `(MeasureTheory.lebesgueIntegral $f)
end Mathlet.Notation

namespace Mathlet.Notation
/-- `C(X, Y)`: continuous maps. -/
notation "C(" X ", " Y ")" => ContinuousMap X Y
/-- `X ≃ₜ Y`: homeomorphisms. -/
infix:25 " ≃ₜ " => Homeomorph
end Mathlet.Notation
namespace unitInterval
/-- The interval from 0 to 1. -/
scoped notation "I" => unitInterval
end unitInterval
namespace ContDiff
/-- All orders of differentiation. -/
scoped notation "∞" => (WithTop.some (Top.top : ENat) : WithTop ENat)
/-- Analytic. -/
scoped notation "ω" => (Top.top : WithTop ENat)
end ContDiff
namespace Gradient
/-- The gradient. -/
scoped notation "∇" => gradient
end Gradient

namespace Mathlet.Notation
/-- `Π i, X i`, `Π i : ι, X i`, `Π (i : ι), X i`: the type of dependent functions. -/
syntax (name := piType) "Π" (ident <|> ("(" ident " : " term ")")) (" : " term)? ", " term : term
macro_rules (kind := piType)
  | stx => do
    let b := stx[1]
    let body : Lean.Term := ⟨stx[4]⟩
    if b.isIdent then
      let x : Lean.Ident := ⟨b⟩
      if stx[2].getNumArgs == 0 then `(∀ $x:ident, $body)
      else
        let t : Lean.Term := ⟨stx[2][1]⟩
        `(∀ ($x : $t), $body)
    else
      let x : Lean.Ident := ⟨b[1]⟩
      let t : Lean.Term := ⟨b[3]⟩
      `(∀ ($x : $t), $body)
end Mathlet.Notation

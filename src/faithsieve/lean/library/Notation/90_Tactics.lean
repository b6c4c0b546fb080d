/-! # Tactics -/

/-! ## Tactics

The names provers know. Each is a macro over core automation; what it closes, Lean's kernel checks
like any other proof, so a macro can be too weak but not wrong. After the goals are gone a closing
tactic does nothing, because Mathlib's normalisers leave goals open where these often finish. -/

namespace Mathlet.Tactic

open Lean.Parser.Tactic

-- The embedded Lean lacks compiled code for array splices, so argument lists are walked by index.

/-- `have := t₁; …; have := tₙ; last` for the terms of a bracketed, comma-separated list. -/
def assumeAll (items : Lean.Syntax) (last : Lean.TSyntax `tactic) :
    Nat → Lean.MacroM (Lean.TSyntax `tactic)
  | 0 => return last
  | n + 1 => do
    -- Items sit at the even places, separators between them.
    if n % 2 == 0 then
      let t : Lean.Term := ⟨items[n]⟩
      let rest ← assumeAll items last n
      `(tactic| (have := $t; $rest))
    else assumeAll items last n

/-- `simp` with the configuration, lemmas and place that another tactic was given. -/
def simpWith (stx : Lean.Syntax) : Lean.MacroM (Lean.TSyntax `tactic) := do
  let plain ← `(tactic| simp)
  return ⟨.node .none `Lean.Parser.Tactic.simp
    #[plain.raw[0], plain.raw[1], plain.raw[2], stx[1], stx[2], stx[3]]⟩

/-- Ring identities, by `grind`'s commutative-ring solver. -/
syntax (name := ring) "ring" : tactic
macro_rules
  | `(tactic| ring) => `(tactic| first | done | rfl | grind)

/-- As `ring`; at a place it simplifies. -/
syntax (name := ringNf) "ring_nf" (location)? : tactic
macro_rules
  | `(tactic| ring_nf) => `(tactic| first | done | rfl | grind | (simp; done) | skip)
  | `(tactic| ring_nf $l:location) => `(tactic| try simp $l:location)

/-- Numerals, simple arithmetic, decidable facts; at a place it simplifies. -/
syntax (name := normNum) "norm_num" (&" only")?
  (" [" withoutPosition((simpStar <|> simpErase <|> simpLemma),*,?) "]")? (location)? : tactic
macro_rules (kind := normNum)
  | stx => do
    let simp ← simpWith stx
    if stx[3].getNumArgs == 0 then
      `(tactic| first
        | done
        | decide
        | omega
        | ($simp:tactic; done)
        | grind
        | ($simp:tactic <;> grind)
        | decide +kernel
        | $simp:tactic)
    else `(tactic| try $simp:tactic)

/-- Linear arithmetic over ordered fields, `Int` and `Nat`; terms in brackets are extra facts. -/
syntax (name := linarith) "linarith" (&" only")? (" [" term,*,? "]")? : tactic
macro_rules (kind := linarith)
  | stx => do
    assumeAll stx[2][1] (← `(tactic| first | done | omega | grind)) stx[2][1].getNumArgs

/-- As `linarith`, with squares and products of pairs of hypotheses. -/
syntax (name := nlinarith) "nlinarith" (" [" term,*,? "]")? : tactic
macro_rules (kind := nlinarith)
  | stx => do
    let close ← `(tactic| first
      | done
      | omega
      | grind
      | (open Mathlet.Hints in grind)
      | (open Mathlet.Products in grind (gen := 1)))
    assumeAll stx[1][1] close stx[1][1].getNumArgs

/-- Goals `0 < e`, `0 ≤ e`, `e ≠ 0`, by structure of `e`. -/
syntax (name := positivity) "positivity" : tactic
macro_rules
  | `(tactic| positivity) => `(tactic| first
      | done
      | assumption
      | (apply mul_pos <;> positivity)
      | (apply add_pos <;> positivity)
      | (apply div_pos <;> positivity)
      | (apply pow_pos; positivity)
      | (apply inv_pos_of_pos; positivity)
      | (apply add_pos_of_pos_of_nonneg <;> positivity)
      | (apply add_pos_of_nonneg_of_pos <;> positivity)
      | (apply sq_pos_of_ne_zero; positivity)
      | apply sq_nonneg
      | apply mul_self_nonneg
      | (apply mul_nonneg <;> positivity)
      | (apply add_nonneg <;> positivity)
      | (apply div_nonneg <;> positivity)
      | (apply pow_nonneg; positivity)
      | (apply inv_nonneg_of_nonneg; positivity)
      | apply Real.sqrt_nonneg
      | apply abs_nonneg
      | (apply mul_ne_zero <;> positivity)
      | omega
      | grind)

/-- Equations with denominators; `grind` clears them itself, so this finishes or leaves the goal. -/
syntax (name := fieldSimp) "field_simp"
  (" [" withoutPosition((simpStar <|> simpErase <|> simpLemma),*,?) "]")? (location)? : tactic
macro_rules (kind := fieldSimp)
  | stx =>
    if stx[2].getNumArgs == 0 then `(tactic| first | done | grind | skip) else `(tactic| skip)

/-- The coefficients are a hint for people: `grind` finds its own combination. -/
syntax (name := linearCombination) "linear_combination" (ppSpace colGt term)? : tactic
macro_rules
  | `(tactic| linear_combination) => `(tactic| first | done | grind)
  | `(tactic| linear_combination $_) => `(tactic| first | done | grind)

/-- `refine ⟨t₁, ?_⟩; …` for the terms of a comma-separated list. -/
def giveAll (items : Lean.Syntax) (last : Lean.TSyntax `tactic) :
    Nat → Nat → Lean.MacroM (Lean.TSyntax `tactic)
  | 0, _ => return last
  | n + 1, i => do
    let t : Lean.Term := ⟨items[i]⟩
    let rest ← giveAll items last n (i + 2)
    `(tactic| (refine ⟨$t, ?_⟩; $rest))

/-- Give witnesses one by one, then try to finish. -/
syntax (name := useWitness) "use " term,+ : tactic
macro_rules (kind := useWitness)
  | stx => do
    giveAll stx[1] (← `(tactic| try first | trivial | decide)) ((stx[1].getNumArgs + 1) / 2) 0

/-- Assume the contrary. -/
syntax (name := byContra) "by_contra" (ppSpace colGt ident)? : tactic
macro_rules
  | `(tactic| by_contra) => `(tactic| (apply Classical.byContradiction; intro _))
  | `(tactic| by_contra $h) => `(tactic| (apply Classical.byContradiction; intro $h:ident))

/-- Move negations inwards, in the goal or at a place. -/
syntax (name := pushNeg) "push_neg" (location)? : tactic
macro_rules (kind := pushNeg)
  | stx => do
    let plain ← `(tactic| simp only [Classical.not_forall, not_exists, Classical.not_imp, not_and,
      not_or, Classical.not_not, Nat.not_le, Nat.not_lt, Int.not_le, Int.not_lt, not_le, not_lt, ne_eq, exists_prop])
    return .node .none `Lean.Parser.Tactic.simp
      #[plain.raw[0], plain.raw[1], plain.raw[2], plain.raw[3], plain.raw[4], stx[1]]

/-- Propositional goals. -/
syntax (name := tauto) "tauto" : tactic
macro_rules
  | `(tactic| tauto) => `(tactic| first | done | grind | simp_all)


/-- From `h : x < 3` to one goal for each of `x = 2`, `x = 1`, `x = 0`. -/
syntax (name := splitBelow) "split_below " ident : tactic
macro_rules
  | `(tactic| split_below $h) => `(tactic|
      first
      | exact absurd $h (Nat.not_lt_zero _)
      | (have next := Mathlet.Tactic.value_or_below $h
         clear $h
         rcases next with $h:ident | $h:ident
         rotate_left
         split_below $h))

/-- Split a natural number below 40 or an integer within ±20 into its values, where `omega` sees the
bounds. Not more: each value nests the macro once, and the embedded Lean has a small stack. -/
syntax (name := intervalCases) "interval_cases " ident : tactic
macro_rules
  | `(tactic| interval_cases $x) => `(tactic| focus
      ((first
        | (have h : @LT.lt Nat _ $x 8 := by omega)
        | (have h : @LT.lt Nat _ $x 20 := by omega)
        | (have h : @LT.lt Nat _ $x 40 := by omega)
        | (obtain ⟨k, h, e⟩ := Mathlet.Tactic.offset_of_bounds (x := $x) (low := -8) (n := 17)
            (by omega) (by omega))
        | (obtain ⟨k, h, e⟩ := Mathlet.Tactic.offset_of_bounds (x := $x) (low := -20) (n := 41)
            (by omega) (by omega)))
       split_below h
       all_goals first | (exfalso; omega) | skip
       all_goals try subst h
       all_goals try simp only [Int.reduceAdd, Int.reduceNeg, Nat.cast_ofNat_Int] at *))

end Mathlet.Tactic

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

def pushAll (items : List Lean.Syntax) (all : Array Lean.Syntax) : Array Lean.Syntax :=
  match items with
  | [] => all
  | item :: rest => pushAll rest (all.push item)

/-- `simp only` with the lemmas of two calls. -/
def simpBoth (a b : Lean.TSyntax `tactic) : Lean.TSyntax `tactic :=
  let items := Lean.mkNullNode (pushAll b.raw[4][1].getArgs.toList (a.raw[4][1].getArgs.push (.atom .none ",")))
  ⟨.node .none `Lean.Parser.Tactic.simp #[a.raw[0], a.raw[1], a.raw[2], a.raw[3],
    Lean.mkNullNode #[a.raw[4][0], items, a.raw[4][2]], a.raw[5]]⟩

/-- The same call at a place. -/
def simpAt (s : Lean.TSyntax `tactic) (place : Lean.Syntax) : Lean.TSyntax `tactic :=
  ⟨.node .none `Lean.Parser.Tactic.simp #[s.raw[0], s.raw[1], s.raw[2], s.raw[3], s.raw[4], place]⟩

-- Four lists: one of all would need more stack than the embedded Lean has.
open Mathlet.NormNum in
def evalCasts : Lean.MacroM (Lean.TSyntax `tactic) :=
  `(tactic| simp +decide only [ofNat_eq, one_eq, zero_eq, natCast_eq, neg_cast, add_cast, sub_cast, mul_cast, pow_cast,
    pow_one, pow_zero, cast_eq_cast, cast_le_cast, cast_lt_cast, abs_cast, floor_cast, ceil_cast])
open Mathlet.NormNum in
def evalQuotients : Lean.MacroM (Lean.TSyntax `tactic) :=
  `(tactic| simp only [inv_cast, quot_add_quot, quot_add, add_quot, quot_sub_quot, quot_sub, sub_quot, neg_quot, quot_mul,
    mul_quot, quot_div, div_quot, quot_pow, quot_reduce, div_one_cast, zero_div_cast, div_neg_cast])
open Mathlet.NormNum in
def evalRoots : Lean.MacroM (Lean.TSyntax `tactic) :=
  `(tactic| simp only [quot_eq, eq_quot, quot_le, le_quot, quot_lt, lt_quot, floor_quot, ceil_quot, sqrt_cast, sqrt_quot,
    root, Int.gcd, ite_true, ite_false, not_true_eq_false, not_false_eq_true])
def evalLiterals : Lean.MacroM (Lean.TSyntax `tactic) :=
  `(tactic| simp only [Int.reduceAdd, Int.reduceSub, Int.reduceMul, Int.reduceNeg, Int.reducePow, Int.reduceDiv, Int.reduceToNat,
    Int.reduceAbs, Int.natAbs_neg, Int.cast_ofNat_Int, Int.reduceLT, Int.reduceLE, Int.reduceEq, Int.reduceNe])
def evalNaturals : Lean.MacroM (Lean.TSyntax `tactic) :=
  `(tactic| simp only [Nat.reduceAdd, Nat.reduceSub, Nat.reduceMul, Nat.reduceDiv, Nat.reduceMod, Nat.reducePow, Nat.reduceGcd,
    Nat.reduceLeDiff, Nat.reduceEqDiff, Nat.cast_ofNat, Nat.cast_zero, Nat.cast_one])

/-- Compute with the numerals of ordered fields, in the goal or at a place. -/
syntax (name := evalNumbers) "eval_numbers" (location)? : tactic
/-- Casts, quotients, roots; then the numbers in them. -/
def evalAll : Lean.MacroM (Lean.TSyntax `tactic) := do
  return simpBoth (simpBoth (← evalCasts) (← evalQuotients)) (simpBoth (← evalRoots) (simpBoth (← evalLiterals) (← evalNaturals)))
/-- These lemmas at a place, then casts become numerals again. -/
def evalWith (lemmas : Lean.TSyntax `tactic) (place : Lean.Syntax) : Lean.MacroM (Lean.TSyntax `tactic) := do
  let up := simpAt lemmas place
  let down := simpAt (← `(tactic| simp only [Int.cast_ofNat, Int.cast_one, Int.cast_zero, Int.cast_neg])) place
  `(tactic| ($up:tactic; try $down:tactic))
-- `92_Functions.lean` has another rule, with more lemmas, where the functions are that these are about.
macro_rules (kind := evalNumbers)
  | stx => do evalWith (← evalAll) stx[1]

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
        | ((try $simp:tactic); eval_numbers; done)
        | ((try $simp:tactic); eval_numbers; (try $simp:tactic); grind)
        | decide +kernel
        | $simp:tactic
        | eval_numbers)
    else
      let eval : Lean.TSyntax `tactic := ⟨.node .none `Mathlet.Tactic.evalNumbers #[.atom .none "eval_numbers", stx[3]]⟩
      `(tactic| ((try $simp:tactic); (try $eval:tactic)))

/-- Linear arithmetic over ordered fields, `Int` and `Nat`; terms in brackets are extra facts. -/
syntax (name := linarith) "linarith" (&" only")? (" [" term,*,? "]")? : tactic
macro_rules (kind := linarith)
  | stx => do
    assumeAll stx[2][1] (← `(tactic| first | done | omega | grind | (simp only [Mathlet.decimal_eq] at *; grind))) stx[2][1].getNumArgs

/-- Deny the goal and square what is denied. -/
syntax (name := squareDenied) "square_denied" : tactic
macro_rules
  | `(tactic| square_denied) => `(tactic|
      (apply Classical.byContradiction
       intro denied
       first
       | (have denied := Nat.not_le.mp denied; have := Nat.mul_le_mul denied denied; grind)
       | (have denied := Nat.not_lt.mp denied; have := Nat.mul_le_mul denied denied; grind)
       | (have denied := not_le.mp denied; have := mul_pos (sub_pos.mpr denied) (sub_pos.mpr denied); grind)
       | (have denied := not_lt.mp denied; have := mul_nonneg (sub_nonneg.mpr denied) (sub_nonneg.mpr denied); grind)))

/-- As `linarith`, with squares and products of pairs of hypotheses. -/
syntax (name := nlinarith) "nlinarith" (" [" term,*,? "]")? : tactic
macro_rules (kind := nlinarith)
  | stx => do
    let close ← `(tactic| first
      | done
      | omega
      | grind
      | square_denied
      | (open Mathlet.Hints in grind)
      | (open Mathlet.Products in grind (gen := 1))
      | (simp only [Mathlet.decimal_eq] at *; grind))
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
      | (apply Nat.cast_pos.mpr; positivity)
      | apply Nat.cast_nonneg
      | (simp only [Mathlet.decimal_eq]; positivity)
      | omega
      | grind)

/-- Equations with denominators; `grind` clears them itself, so this finishes or leaves the goal. -/
syntax (name := fieldSimp) "field_simp"
  (" [" withoutPosition((simpStar <|> simpErase <|> simpLemma),*,?) "]")? (location)? : tactic
macro_rules (kind := fieldSimp)
  | stx =>
    if stx[2].getNumArgs == 0 then `(tactic| first | done | grind | skip) else `(tactic| skip)

/-- Identities of commutative groups. -/
syntax (name := abel) "abel" : tactic
macro_rules
  | `(tactic| abel) => `(tactic| first | done | rfl | grind | (simp [add_assoc, add_comm, add_left_comm, sub_eq_add_neg]; done))

/-- Identities of groups. -/
syntax (name := group) "group" : tactic
macro_rules
  | `(tactic| group) => `(tactic| first | done | rfl | grind | (simp [mul_assoc]; done))

/-- Continuity and differentiability of sums, products, powers and compositions of functions that have them. -/
syntax (name := funProp) "fun_prop" : tactic
macro_rules
  | `(tactic| fun_prop) => `(tactic| first
      | assumption
      | with_reducible apply continuous_const
      | with_reducible apply continuous_id
      | with_reducible apply continuous_id'
      | with_reducible apply continuous_fst
      | with_reducible apply continuous_snd
      | with_reducible apply differentiable_const
      | with_reducible apply differentiable_id
      | with_reducible apply differentiable_id'
      | ((with_reducible apply Continuous.add) <;> fun_prop)
      | ((with_reducible apply Continuous.sub) <;> fun_prop)
      | ((with_reducible apply Continuous.mul) <;> fun_prop)
      | ((with_reducible apply Continuous.neg); fun_prop)
      | ((with_reducible apply Continuous.pow); fun_prop)
      | ((with_reducible apply Differentiable.add) <;> fun_prop)
      | ((with_reducible apply Differentiable.sub) <;> fun_prop)
      | ((with_reducible apply Differentiable.mul) <;> fun_prop)
      | ((with_reducible apply Differentiable.neg); fun_prop)
      | ((with_reducible apply Differentiable.pow); fun_prop)
      | ((with_reducible apply Differentiable.continuous); assumption)
      | (refine Continuous.comp (by assumption) ?_; fun_prop))
/-- As `fun_prop`. -/
macro (name := continuity) "continuity" : tactic => `(tactic| fun_prop)

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

/-- `f a ≤ f b` from `a ≤ b`, for sums, differences, products of what is not negative, powers. -/
syntax (name := gcongr) "gcongr" : tactic
macro_rules
  | `(tactic| gcongr) => `(tactic| first
      | assumption
      | apply le_refl
      | (apply add_le_add <;> gcongr)
      | (apply pow_le_pow_left₀ <;> first | gcongr | positivity)
      | (apply mul_le_mul_of_nonneg_left <;> first | gcongr | positivity)
      | (apply mul_le_mul_of_nonneg_right <;> first | gcongr | positivity)
      | (apply mul_le_mul <;> first | gcongr | positivity)
      | (rw [sub_eq_add_neg, sub_eq_add_neg]; apply add_le_add <;> first | gcongr | (apply neg_le_neg; gcongr)))

/-- Move negations inwards, in the goal or at a place. -/
syntax (name := pushNeg) "push_neg" (location)? : tactic
macro_rules (kind := pushNeg)
  | stx => do
    let plain ← `(tactic| simp only [Classical.not_forall, not_exists, Classical.not_imp, not_and,
      not_or, Classical.not_not, Nat.not_le, Nat.not_lt, Int.not_le, Int.not_lt, not_le, not_lt, ne_eq, exists_prop])
    return .node .none `Lean.Parser.Tactic.simp
      #[plain.raw[0], plain.raw[1], plain.raw[2], plain.raw[3], plain.raw[4], stx[1]]

/-- Assume the contrary, with negations moved inwards. -/
syntax (name := byContraPush) "by_contra! " ident : tactic
macro_rules
  | `(tactic| by_contra! $h) => `(tactic| (by_contra $h; push_neg at $h:ident))

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
       all_goals try simp only [Int.reduceAdd, Int.reduceNeg, Int.cast_ofNat_Int] at *))

end Mathlet.Tactic

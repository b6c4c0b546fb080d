/-! # `norm_num` with logarithms and real powers -/

namespace Mathlet.Tactic

open Mathlet.NormNum in
def evalFunctions : Lean.MacroM (Lean.TSyntax `tactic) := `(tactic| simp only [rpow_cast, logb_cast, exponent])
-- Of two rules the later one is tried first.
macro_rules (kind := evalNumbers)
  | stx => do evalWith (simpBoth (← evalAll) (← evalFunctions)) stx[1]

end Mathlet.Tactic

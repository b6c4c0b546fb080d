/-! # Absolute values, roots, floors -/

namespace Mathlet.Notation

/-- `|x|`, without spaces inside the bars. -/
macro:max (name := absBars) atomic("|" noWs) a:term noWs "|" : term => `(abs $a)
/-- `√x`, the non-negative root. -/
prefix:100 "√" => Real.sqrt
/-- `⌊x⌋` and its kin. -/
notation "⌊" a "⌋₊" => Nat.floor a
notation "⌈" a "⌉₊" => Nat.ceil a
notation "⌊" a "⌋" => Int.floor a
notation "⌈" a "⌉" => Int.ceil a

end Mathlet.Notation

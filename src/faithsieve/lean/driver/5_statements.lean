/-!
Statements: a signature is parsed alone, elaborated in a clean environment, and frozen as a term.
The goals that refute it are built from that term here, never read from a text.
-/

structure Frozen where
  type : Expr
  levels : List Name
  /-- How many binders stand left of the colon. -/
  binders : Nat
  /-- The parsed signature. -/
  sig : Syntax

def node (k : Name) (args : Array Syntax) : Syntax := Syntax.node .none k args
def atom (s : String) : Syntax := Syntax.atom .none s
def empty : Syntax := mkNullNode

def sorryValue : Syntax :=
  let suffix := node ``Parser.Termination.suffix #[empty, empty]
  node ``Parser.Command.declValSimple #[atom ":=", node ``Parser.Term.sorry #[atom "sorry"], suffix, empty]

/-- `theorem name sig := sorry`, built as syntax: there is no text that a statement could escape. -/
def theoremWithSorry (name : Name) (sig : Syntax) : Syntax :=
  let declId := node ``Parser.Command.declId #[mkIdent name, empty]
  let modifiers := node ``Parser.Command.declModifiers #[empty, empty, empty, empty, empty, empty, empty]
  node ``Parser.Command.declaration #[modifiers, node ``Parser.Command.theorem #[atom "theorem", declId, sig, sorryValue]]

def frozenName : Name := `FaithSieve.frozen
def judgedName : Name := `FaithSieve.judged

def lengthOf (ss : List Syntax) (n : Nat) : Nat :=
  match ss with
  | [] => n
  | _ :: rest => lengthOf rest (n + 1)

def bindersIn (ss : List Syntax) (n : Nat) : Nat :=
  match ss with
  | [] => n
  | s :: rest =>
    let here := if s.getKind == ``Parser.Term.instBinder then 1
      else if s.getKind == ``Parser.Term.explicitBinder || s.getKind == ``Parser.Term.implicitBinder
        || s.getKind == ``Parser.Term.strictImplicitBinder then lengthOf s[1].getArgs.toList 0
      else 1
    bindersIn rest (n + here)

/-- Elaborate a parsed signature in `base`. -/
def freeze (base : Environment) (sig : Syntax) (text : String) (l : Limits) :
    IO (Option Frozen × List Message × Option String) := do
  let cmd := theoremWithSorry frozenName sig
  let r ← runCommand cmd text.toFileMap 0 l (startState base l)
  let ms := r.1.messages.toList
  match r.1.env.find? frozenName with
  | some c => return (some { type := c.type, levels := c.levelParams, binders := bindersIn sig[0].getArgs.toList 0, sig }, ms, r.2)
  | none => return (none, ms, r.2)

/-- Replace what stands below the first `n` binders. -/
def underBinders (n : Nat) (f : Expr → Expr) (e : Expr) : Expr :=
  match n, e with
  | n + 1, .forallE x t b i => .forallE x t (underBinders n f b) i
  | _, e => f e

/-- Replace what stands below all leading binders. -/
partial def underAllBinders (f : Expr → Expr) (e : Expr) : Expr :=
  match e with
  | .forallE x t b i => .forallE x t (underAllBinders f b) i
  | e => f e

def negate (e : Expr) : Expr := mkApp (mkConst ``Not) e

def closeOver (fvars : List FVarId) (body : Expr) : MetaM Expr :=
  match fvars with
  | [] => return body
  | x :: rest => do
    let inner ← closeOver rest body
    let type ← Meta.inferType (mkFVar x)
    if (← Meta.isProp type) && !(inner.containsFVar x) then
      return mkApp2 (mkConst ``And) type inner
    else
      let f ← mkLambdaFVars #[mkFVar x] inner
      mkAppM ``Exists #[f]

/-- `∃ x, H x ∧ ¬ C x` for a type `∀ x, H x → C x`. -/
def counterexampleType (t : Frozen) : MetaM Expr := do
  let m ← mkFreshExprMVar (some t.type)
  let r ← m.mvarId!.introNP t.binders
  let decl ← r.2.getDecl
  fun ctx => (do
    let goal ← instantiateMVars decl.type
    closeOver r.1.toList (negate goal)) { ctx with lctx := decl.lctx, localInstances := decl.localInstances }

/-- The goal a proof has to meet, and how many binders are introduced for it. -/
def goalFor (base : Environment) (t : Frozen) (polarity : String) : IO (Except String (Expr × Nat)) := do
  match polarity with
  | "claim" => return .ok (t.type, t.binders)
  | "negation" => return .ok (negate t.type, 0)
  | "contradiction" => return .ok (underBinders t.binders negate t.type, t.binders)
  | "vacuity" => return .ok (underAllBinders (fun _ => mkConst ``False) t.type, t.binders)
  | "counterexample" =>
    let core : Core.Context := { fileName := "<input>", fileMap := "".toFileMap }
    let r ← (Meta.MetaM.toIO (counterexampleType t) core { env := base }).toBaseIO
    match r with
    | .ok x => return .ok (x.1, 0)
    | .error e => return .error e.toString
  | other => return .error ("unknown polarity " ++ other)

/-! What is suspicious about a statement, by looking at the term alone. -/

def finding (code detail : String) : Json := Json.mkObj [("code", Json.str code), ("detail", Json.str detail)]

/-- Letters that mean a set of numbers to every reader. -/
def reservedLetters : List String := ["ℝ", "ℂ", "ℕ", "ℤ", "ℚ", "ℍ", "𝔽"]

def numberNamespaces : List String := ["Nat", "Int", "Rat"]

def lastPart (n : Name) : String :=
  match n with
  | .str _ s => s
  | _ => ""

def inNamespaces (env : Environment) (spaces : List String) (s : String) : Bool :=
  match spaces with
  | [] => false
  | ns :: rest => if env.contains (ns ++ "." ++ s).toName then true else inNamespaces env rest s

def headOf (e : Expr) : Expr :=
  match e with
  | .app f _ => headOf f
  | e => e

def argsUnder (e : Expr) (acc : List Expr) : List Expr :=
  match e with
  | .app f a => argsUnder f (a :: acc)
  | _ => acc

def argsOf (e : Expr) : List Expr := argsUnder e []

def isFunctionType (t : Expr) : Bool :=
  match t with
  | .forallE _ _ _ _ => true
  | .mdata _ t => isFunctionType t
  | _ => false

def isGiven (n : Name) : Bool := !(n.hasMacroScopes || n.isAnonymous || n.isInternal)

def nameFindings (env : Environment) (n : Name) (t : Expr) (outer : List Name) (acc : Array Json) : Array Json :=
  if !(isGiven n) then acc else
  let s := nameText n
  let acc := if memName n outer then acc.push (finding "shadowed_binder" s) else acc
  if reservedLetters.contains s then acc.push (finding "shadowed_global" s)
  else if env.contains n then acc.push (finding "shadowed_global" s)
  else if isFunctionType t && inNamespaces env numberNamespaces s then acc.push (finding "shadowed_global" s)
  else acc

def classFindings (env : Environment) (t : Expr) (acc : Array Json) : Array Json :=
  match headOf t with
  | .const c _ => if isClass env c && !t.hasLooseBVars && !t.hasFVar then acc.push (finding "instance_on_concrete_type" (nameText c)) else acc
  | _ => acc

partial def isZero (e : Expr) : Bool :=
  match headOf e, argsOf e with
  | .const ``OfNat.ofNat _, [_, .lit (.natVal 0), _] => true
  | .const ``Neg.neg _, [_, _, x] => isZero x
  | _, _ => match e with | .lit (.natVal 0) => true | _ => false

def isConst (n : Name) (e : Expr) : Bool :=
  match e with
  | .const m _ => m == n
  | _ => false

/-- A binder on the way to a subterm: its name, type, kind. -/
abbrev Path := List (Name × Expr × BinderInfo)

/-- A side condition, closed over everything in scope. -/
def closeCondition (path : Path) (e : Expr) : Expr :=
  match path with
  | [] => e
  | (n, t, i) :: rest => closeCondition rest (.forallE n t e i)

structure Inspection where
  findings : Array Json := #[]
  /-- Side conditions under which a truncating operation is an exact one. -/
  conditions : List (String × Expr) := []

def natLe (a b : Expr) : Expr := mkApp4 (mkConst ``LE.le [levelZero]) (mkConst ``Nat) (mkConst ``instLENat) a b

/-- The instances of `Dvd` for Nat and Int. -/
structure Divisibility where
  nat : Expr
  int : Expr

def findDivisibility (base : Environment) : IO Divisibility := do
  let wanted (type : Name) := mkApp (mkConst ``Dvd [levelZero]) (mkConst type)
  let act : MetaM Divisibility := do
    let nat ← Meta.synthInstance (wanted ``Nat)
    let int ← Meta.synthInstance (wanted ``Int)
    return { nat, int }
  let core : Core.Context := { fileName := "<input>", fileMap := "".toFileMap }
  let r ← Meta.MetaM.toIO act core { env := base }
  return r.1

/-- `b ∣ a`, for the types whose division truncates. -/
def dividesExactly (d : Divisibility) (type a b : Expr) : Option Expr :=
  let dvd (inst : Expr) := mkApp4 (mkConst ``Dvd.dvd [levelZero]) type inst b a
  if isConst ``Nat type then some (dvd d.nat)
  else if isConst ``Int type then some (dvd d.int)
  else none

def literal (e : Expr) : Option Nat :=
  match headOf e, argsOf e with
  | .const ``OfNat.ofNat _, [_, .lit (.natVal v), _] => some v
  | _, _ => match e with | .lit (.natVal v) => some v | _ => none

def inspectApp (d : Divisibility) (path : Path) (e : Expr) (i : Inspection) : Inspection :=
  match headOf e, argsOf e with
  | .const ``HSub.hSub _, [t, _, _, _, a, b] =>
    if isConst ``Nat t then { i with conditions := ("truncated_subtraction", closeCondition path (natLe b a)) :: i.conditions } else i
  | .const ``HDiv.hDiv _, [t, _, _, _, a, b] =>
    if isZero b then { i with findings := i.findings.push (finding "division_by_zero" "") }
    else match dividesExactly d t a b with
      | some c => { i with conditions := ("truncated_division", closeCondition path c) :: i.conditions }
      | none => i
  | .const ``OfNat.ofNat _, [t, .lit (.natVal v), _] =>
    match headOf t, argsOf t with
    | .const ``Fin _, [n] =>
      match literal n with
      | some k => if v < k then i else { i with findings := i.findings.push (finding "wrapped_literal" (toString v)) }
      | none => i
    | _, _ => i
  | .const ``HMod.hMod _, [_, _, _, _, _, b] => if isZero b then { i with findings := i.findings.push (finding "division_by_zero" "") } else i
  | .const ``Inv.inv _, [_, _, a] => if isZero a then { i with findings := i.findings.push (finding "division_by_zero" "") } else i
  | .const ``Exists _, [_, .lam _ _ (.forallE n _ b _) _] =>
    if !(isGiven n) && !(b.hasLooseBVar 0) then { i with findings := i.findings.push (finding "exists_implies" "") } else i
  | _, _ => i

/-- A difference of natural numbers as a factor, with the other factor: where that is 0, it does not matter. -/
def truncatedFactor (e : Expr) : Option (Expr × Expr × Expr) :=
  let difference (x y : Expr) : Option (Expr × Expr × Expr) :=
    match headOf y, argsOf y with
    | .const ``HSub.hSub _, [t, _, _, _, a, b] => if isConst ``Nat t then some (x, a, b) else none
    | _, _ => none
  match headOf e, argsOf e with
  | .const ``HMul.hMul _, [_, _, _, _, x, y] => (difference x y).orElse fun _ => difference y x
  | _, _ => none

/-- Types whose arithmetic rounds or wraps around. -/
def machineTypes : List Name := [`Float, `Float32, `UInt8, `UInt16, `UInt32, `UInt64, `USize, `Int8, `Int16, `Int32, `Int64, `ISize]

/-- Look at every binder and every operation; `outer` are the names in scope. -/
partial def inspect (d : Divisibility) (env : Environment) (e : Expr) (path : Path) (outer : List Name) (i : Inspection) : Inspection :=
  match e with
  | .forallE n t b bi =>
    let f := nameFindings env n t outer i.findings
    let i := { i with findings := classFindings env t f }
    inspect d env b ((n, t, bi) :: path) (n :: outer) (inspect d env t path outer i)
  | .lam n t b bi =>
    let i := { i with findings := nameFindings env n t outer i.findings }
    inspect d env b ((n, t, bi) :: path) (n :: outer) (inspect d env t path outer i)
  | .letE n t v b _ =>
    let i := { i with findings := nameFindings env n t outer i.findings }
    -- A local definition is replaced by its value, so that conditions below it stay closed.
    inspect d env (b.instantiate1 v) path (n :: outer) (inspect d env v path outer i)
  | .app _ _ =>
    match truncatedFactor e with
    | some (x, a, b) =>
      let harmless := mkApp2 (mkConst ``Or) (natLe b a) (natLe x (mkNatLit 0))
      let i := { i with conditions := ("truncated_subtraction", closeCondition path harmless) :: i.conditions }
      inspectAll d env [x, a, b] path outer i
    | none =>
      let i := inspectApp d path e i
      inspectAll d env (argsOf e) path outer (inspect d env (headOf e) path outer i)
  | .const c _ => if memName c machineTypes then { i with findings := i.findings.push (finding "machine_arithmetic" (nameText c)) } else i
  | .mdata _ e => inspect d env e path outer i
  | .proj _ _ e => inspect d env e path outer i
  | _ => i
where
  inspectAll (d : Divisibility) (env : Environment) (es : List Expr) (path : Path) (outer : List Name) (i : Inspection) : Inspection :=
    match es with
    | [] => i
    | e :: rest => inspectAll d env rest path outer (inspect d env e path outer i)

/-- The parts of a conjunction. -/
partial def conjuncts (e : Expr) (acc : List Expr) : List Expr :=
  match headOf e, argsOf e with
  | .const ``And _, [a, b] => conjuncts a (conjuncts b acc)
  | _, _ => e :: acc

/-- The same relation in its basic form: `a > b` is `b < a`, and so on. -/
def basic (e : Expr) : Expr :=
  match headOf e, argsOf e with
  | .const ``GT.gt ls, [t, i, a, b] => mkApp4 (.const ``LT.lt ls) t i b a
  | .const ``GE.ge ls, [t, i, a, b] => mkApp4 (.const ``LE.le ls) t i b a
  | .const ``Ne ls, [t, a, b] => negate (mkApp3 (.const ``Eq ls) t a b)
  | _, _ => e

def relatesEqualSides (e : Expr) : Bool :=
  match headOf e, argsOf e with
  | .const ``Eq _, [_, a, b] => a == b
  | .const ``Iff _, [a, b] => a == b
  | .const ``LE.le _, [t, _, a, b] => a == b || (isConst ``Nat t && isZero a)
  | _, _ => false

/-- True by its shape alone. -/
partial def isTrivial (e : Expr) : Bool :=
  match headOf e, argsOf e with
  | .const ``True _, [] => true
  | .const ``And _, [a, b] => isTrivial a && isTrivial b
  | .const ``Or _, [a, b] => isTrivial a || isTrivial b
  | .const ``Exists _, [_, .lam _ _ b _] => isTrivial b
  | _, _ => relatesEqualSides (basic e)

def memExpr (e : Expr) (es : List Expr) : Bool :=
  match es with
  | [] => false
  | x :: rest => if basic x == basic e then true else memExpr e rest

def liftAll (es : List Expr) : List Expr :=
  match es with
  | [] => []
  | e :: rest => e.liftLooseBVars 0 1 :: liftAll rest

/-- Whether the conclusion is trivial, `False`, or already among the hypotheses. -/
partial def conclusionFindings (e : Expr) (known : List Expr) (acc : Array Json) : Array Json :=
  match e with
  | .forallE _ t b _ => conclusionFindings b (liftAll (t :: conjuncts t known)) acc
  | .mdata _ e => conclusionFindings e known acc
  | e =>
    let acc := if isTrivial e then acc.push (finding "trivial_conclusion" "") else acc
    if memExpr e known then acc.push (finding "circular" "") else acc

/-- What stands right of the colon, and what is known there. -/
partial def rightOfColon (e : Expr) (binders : Nat) (known : List Expr) : Expr × List Expr :=
  match binders, e with
  | n + 1, .forallE _ t b _ => rightOfColon b n (liftAll (t :: conjuncts t known))
  | n, .mdata _ e => rightOfColon e n known
  | _, e => (e, known)

/-- The same for a statement, whose conclusion may itself be a `∀` that a hypothesis repeats. Only as
it stands right of the colon: with `q → r` and `q` known, `r` is a step and no repetition. -/
def statementFindings (t : Frozen) (acc : Array Json) : Array Json :=
  let r := rightOfColon t.type t.binders []
  match r.1 with
  | .forallE .. => if memExpr r.1 r.2 then acc.push (finding "circular" "") else conclusionFindings r.1 r.2 acc
  | e => conclusionFindings e r.2 acc

partial def concludesFalse (e : Expr) : Bool :=
  match e with
  | .forallE _ _ b _ => concludesFalse b
  | .mdata _ e => concludesFalse e
  | e => isConst ``False e

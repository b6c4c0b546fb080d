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
  /-- The base, with the notation that was opened before the signature. -/
  env : Environment
  opened : List OpenDecl := []

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

/-! `open … in` before a signature. It only shortens names and switches scoped notation on: renaming,
hiding and namespaces of code are refused, and what is frozen is the term, in which names are whole. -/

def openings : List Name := [``Parser.Command.openSimple, ``Parser.Command.openScoped, ``Parser.Command.openOnly]

/-- Namespaces that hold code, or what only our own tactics should switch on. -/
def closedNamespaces : List Name := [`Lean, `IO, `System, `Std, `Mathlet, `FaithSieve]

partial def openingRefusal (s : Syntax) : Option String :=
  match s with
  | .ident _ _ n _ => if memName n.getRoot closedNamespaces then some ("open " ++ nameText n) else none
  | .node _ _ args => anyRefused args.toList
  | _ => none
where
  anyRefused (ss : List Syntax) : Option String :=
    match ss with
    | [] => none
    | s :: rest =>
      match openingRefusal s with
      | some why => some why
      | none => anyRefused rest

/-- Where a signature starts, and in what. -/
structure Opened where
  state : Command.State
  start : String.Pos.Raw := 0
  refused : Option String := none

def Opened.decls (o : Opened) : List OpenDecl :=
  match o.state.scopes with
  | scope :: _ => scope.openDecls
  | [] => []

def openingFn : Parser.ParserFn := Parser.andthenFn Parser.Command.open.fn (Parser.symbolFn "in")

/-- Elaborate the openings that a text begins with. -/
partial def readOpenings (text : String) (l : Limits) (o : Opened) : IO Opened := do
  let s := parseFrom o.state.env openingFn text o.start
  match s.allErrors.toList with
  | _ :: _ => return o
  | [] =>
    let cmd := s.stxStack.pop.back
    let decl := cmd[1]
    if !(memName decl.getKind openings) then return { o with refused := some (nameText decl.getKind) } else
    match openingRefusal decl with
    | some why => return { o with refused := some why }
    | none =>
      let r ← runCommand cmd text.toFileMap 0 l o.state
      if countErrors r.1.messages.toList 0 > 0 then return { o with state := r.1, start := s.pos }
      else readOpenings text l { o with state := r.1, start := s.pos }

/-- Elaborate a parsed signature behind what was opened. -/
def freeze (o : Opened) (sig : Syntax) (text : String) (l : Limits) :
    IO (Option Frozen × List Message × Option String) := do
  let cmd := theoremWithSorry frozenName sig
  let r ← runCommand cmd text.toFileMap 0 l o.state
  let ms := r.1.messages.toList
  match r.1.env.find? frozenName with
  | some c =>
    let binders := bindersIn sig[0].getArgs.toList 0
    return (some { type := c.type, levels := c.levelParams, binders, sig, env := o.state.env, opened := o.decls }, ms, r.2)
  | none => return (none, ms, r.2)

/-- Replace what stands below the first `n` binders. -/
def underBinders (n : Nat) (f : Expr → Expr) (e : Expr) : Expr :=
  match n, e with
  | n + 1, .forallE x t b i => .forallE x t (underBinders n f b) i
  | _, e => f e

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

/-- Which arguments of a function a writer gives. Lean fills in the others, with letters of its own. -/
def givenArgs (type : Expr) : List Bool :=
  match type with
  | .forallE _ _ b bi => bi.isExplicit :: givenArgs b
  | .mdata _ t => givenArgs t
  | _ => []

def givenBy (env : Environment) (f : Expr) : List Bool :=
  match f with
  | .const c _ => match env.find? c with | some info => givenArgs info.type | none => []
  | _ => []

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
      inspectArgs d env (givenBy env (headOf e)) (argsOf e) path outer (inspect d env (headOf e) path outer i)
  | .const c _ => if memName c machineTypes then { i with findings := i.findings.push (finding "machine_arithmetic" (nameText c)) } else i
  | .mdata _ e => inspect d env e path outer i
  | .proj _ _ e => inspect d env e path outer i
  | _ => i
where
  inspectAll (d : Divisibility) (env : Environment) (es : List Expr) (path : Path) (outer : List Name) (i : Inspection) : Inspection :=
    match es with
    | [] => i
    | e :: rest => inspectAll d env rest path outer (inspect d env e path outer i)
  /-- A letter in an argument that nobody wrote hides none that somebody did. -/
  inspectArgs (d : Divisibility) (env : Environment) (given : List Bool) (es : List Expr) (path : Path) (outer : List Name) (i : Inspection) : Inspection :=
    match given, es with
    | _, [] => i
    | [], e :: rest => inspectArgs d env [] rest path outer (inspect d env e path outer i)
    | isGiven :: given, e :: rest => inspectArgs d env given rest path outer (inspect d env e path (if isGiven then outer else []) i)

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

/-! The parts of a statement. Nobody reads Lean's text a second time: binders, conditions and claims are
taken from the elaborated term and printed by Lean, and each comes as a tree for code that computes. -/

def nameAt (names : List Name) (i : Nat) : String :=
  match names, i with
  | [], _ => ""
  | n :: _, 0 => nameText n
  | _ :: rest, i + 1 => nameAt rest i

def isExplicit (i : BinderInfo) : Bool :=
  match i with
  | .default => true
  | _ => false

/-- The arguments that a reader sees: of a constant those that its type calls explicit. -/
def explicitArgs (type : Expr) (args : List Expr) : List Expr :=
  match type, args with
  | .forallE _ _ b i, a :: rest => if isExplicit i then a :: explicitArgs b rest else explicitArgs b rest
  | _, args => args

/-- The type over which a constant works, where its first argument is one. -/
def typeWorkedOver (names : List Name) (type : Expr) (args : List Expr) : String :=
  match type, args with
  | .forallE _ (.sort (.succ _)) _ _, a :: _ | .forallE _ (.sort (.param _)) _ _, a :: _ =>
    match headOf a with
    | .const c _ => nameText c
    | .bvar i => nameAt names i
    | _ => ""
  | _, _ => ""

/-- A term without what Lean filled in: a number, the name of a variable, or a list of a head, the type it
works over and its explicit arguments; `∀` and `λ` have a name, a domain and a body. -/
partial def tree (env : Environment) (names : List Name) (e : Expr) : Json :=
  match e with
  | .bvar i => Json.str (nameAt names i)
  | .lit (.natVal v) => toJson v
  | .mdata _ e => tree env names e
  | .forallE n t b _ => Json.arr #[Json.str "∀", Json.str (nameText n), tree env names t, tree env (n :: names) b]
  | .lam n t b _ => Json.arr #[Json.str "λ", Json.str (nameText n), tree env names t, tree env (n :: names) b]
  | .letE _ _ v b _ => tree env names (b.instantiate1 v)
  | .sort _ => Json.arr #[Json.str "Sort", Json.str ""]
  | _ =>
    match headOf e, argsOf e with
    | .const ``OfNat.ofNat _, [_, .lit (.natVal v), _] => toJson v
    | .const c _, args =>
      let type := match env.find? c with
        | some d => d.type
        | none => e
      let head := #[Json.str (nameText c), Json.str (typeWorkedOver names type args)]
      Json.arr (trees env names (explicitArgs type args) head)
    -- A text, a projection, a hole: nothing to compute with.
    | _, [] => Json.null
    | head, args => Json.arr (trees env names (head :: args) #[Json.str "@", Json.str ""])
where
  trees (env : Environment) (names : List Name) (es : List Expr) (acc : Array Json) : Array Json :=
    match es with
    | [] => acc
    | e :: rest => trees env names rest (acc.push (tree env names e))

def bracketText (i : BinderInfo) : String :=
  match i with
  | .default => "explicit"
  | .instImplicit => "instance"
  | _ => "implicit"

/-- Work below a goal's variables. -/
def inGoal {α : Type} (m : MVarId) (act : Expr → MetaM α) : MetaM α := do
  let decl ← m.getDecl
  fun ctx => (do
    let goal ← instantiateMVars decl.type
    act goal) { ctx with lctx := decl.lctx, localInstances := decl.localInstances }

/-- Introduce `n` binders of a type and work below them. -/
def below {α : Type} (n : Nat) (type : Expr) (act : List FVarId → Expr → MetaM α) : MetaM α := do
  let m ← mkFreshExprMVar (some type)
  let r ← m.mvarId!.introNP n
  inGoal r.2 (act r.1.toList)

/-- Printed types, and whether each is a proposition. -/
def shownTypes (fvars : List FVarId) : MetaM (List (String × Bool)) :=
  match fvars with
  | [] => return []
  | x :: rest => do
    let type ← Meta.inferType (mkFVar x)
    let text ← Meta.ppExpr type
    let prop ← Meta.isProp type
    let more ← shownTypes rest
    return (text.pretty, prop) :: more

/-- Where something stands in the text: what was written says more to a reader than what Lean prints,
as in `(7 : ℚ) / 2`. -/
abbrev Bytes := Option (Nat × Nat)

def bytesOf (s : Syntax) : Bytes :=
  match s.getPos?, s.getTailPos? with
  | some a, some b => some (a.byteIdx, b.byteIdx)
  | _, _ => none

def bytesJson (p : Bytes) : Json :=
  match p with
  | some (a, b) => Json.arr #[toJson a, toJson b]
  | none => Json.null

def repeated (p : Bytes) (n : Nat) (rest : List Bytes) : List Bytes :=
  match n with
  | 0 => rest
  | n + 1 => p :: repeated p n rest

/-- Where the type of each binder stands, one for every name. -/
def bytesOfTypes (ss : List Syntax) : List Bytes :=
  match ss with
  | [] => []
  | s :: rest =>
    if s.getKind == ``Parser.Term.instBinder then bytesOf s[2] :: bytesOfTypes rest
    else if s.getKind == ``Parser.Term.explicitBinder || s.getKind == ``Parser.Term.implicitBinder
        || s.getKind == ``Parser.Term.strictImplicitBinder then
      repeated (if s[2].getArgs.size == 2 then bytesOf s[2][1] else none) (lengthOf s[1].getArgs.toList 0) (bytesOfTypes rest)
    else none :: bytesOfTypes rest

def isAtom (s : Syntax) (text : String) : Bool :=
  match s with
  | .atom _ t => t == text
  | _ => false

/-- Where the claims behind leading quantifiers and conditions stand, one for each part of `∧`. -/
partial def bytesOfClaims (s : Syntax) : List Bytes :=
  let n := s.getArgs.size
  let last := s[n - 1]
  if n == 3 && isAtom s[0] "(" && isAtom last ")" then bytesOfClaims s[1]
  -- `∃ x ∈ s, p` claims `x ∈ s` too, which stands nowhere by itself.
  else if n == 5 && isAtom s[0] "∃" then none :: split last
  else if n > 2 && (isAtom s[0] "∀" || isAtom s[0] "∃") then bytesOfClaims last
  else if n == 3 && isAtom s[1] "→" then bytesOfClaims last
  else split s
where
  split (s : Syntax) : List Bytes :=
    let n := s.getArgs.size
    if n == 3 && isAtom s[0] "(" && isAtom s[2] ")" then split s[1]
    else if n == 3 && isAtom s[1] "∧" then join (split s[0]) (split s[2])
    else [bytesOf s]

def firstBytes (ps : List Bytes) : Bytes :=
  match ps with
  | [] => none
  | p :: _ => p

def laterBytes (ps : List Bytes) : List Bytes :=
  match ps with
  | [] => []
  | _ :: rest => rest

def bindersJson (env : Environment) (e : Expr) (shown : List (String × Bool)) (places : List Bytes)
    (names : List Name) (acc : Array Json) : Array Json :=
  match shown, e with
  | (text, prop) :: rest, .forallE n t b i =>
    let j := Json.mkObj [("name", Json.str (nameText n)), ("kind", Json.str (bracketText i)), ("type", Json.str text),
      ("at", bytesJson (firstBytes places)), ("is_prop", Json.bool prop), ("tree", Json.str (tree env names t).compress)]
    bindersJson env b rest (laterBytes places) (n :: names) (acc.push j)
  | shown, .mdata _ e => bindersJson env e shown places names acc
  | _, _ => acc

def printed (letter before : String) (e : Expr) (p : Bytes) : MetaM Json := do
  let text ← Meta.ppExpr e
  return Json.mkObj [("letter", Json.str letter), ("text", Json.str (before ++ text.pretty)), ("at", bytesJson p)]

def printedAll (es : List Expr) (places : List Bytes) (acc : Array Json) : MetaM (Array Json) :=
  match es with
  | [] => return acc
  | e :: rest => do
    let j ← printed "c" "" e (firstBytes places)
    printedAll rest (laterBytes places) (acc.push j)

def countBytes (ps : List Bytes) (n : Nat) : Nat :=
  match ps with
  | [] => n
  | _ :: rest => countBytes rest (n + 1)

def countTerms (es : List Expr) (n : Nat) : Nat :=
  match es with
  | [] => n
  | _ :: rest => countTerms rest (n + 1)

/-- Claims with their places where there is one for each. -/
def printedClaims (es : List Expr) (places : List Bytes) (acc : Array Json) : MetaM (Array Json) :=
  if countTerms es 0 == countBytes places 0 then printedAll es places acc else printedAll es [] acc

/-- Leading binders (b), conditions (i) and what is claimed (c), in their order. Under `∃` an arrow is no
condition of the claim. -/
partial def conclusionParts (places : List Bytes) (e : Expr) (existential : Bool) (acc : Array Json) : MetaM (Array Json) := do
  match headOf e, argsOf e, e with
  | _, _, .mdata _ e => conclusionParts places e existential acc
  | _, _, .forallE n t _ _ =>
    let prop ← Meta.isProp t
    if existential && prop then printedAll [e] [] acc else
    let j ← if prop then printed "i" "" t none else printed "b" ("∀ " ++ nameText n ++ " : ") t none
    below 1 e (fun _ rest => conclusionParts places rest existential (acc.push j))
  | .const ``Exists _, [_, .lam n t b i], _ =>
    let j ← printed "b" ("∃ " ++ nameText n ++ " : ") t none
    below 1 (.forallE n t b i) (fun _ rest => conclusionParts places rest true (acc.push j))
  | _, _, _ => printedClaims (conjuncts e []) places acc

def inMeta {α : Type} (base : Environment) (act : MetaM α) : IO (Except String α) := do
  let core : Core.Context := { fileName := "<input>", fileMap := "".toFileMap }
  let r ← (Meta.MetaM.toIO act core { env := base }).toBaseIO
  match r with
  | .ok x => return .ok x.1
  | .error e => return .error e.toString

def namesOfBinders (e : Expr) (n : Nat) (names : List Name) : List Name × Expr :=
  match n, e with
  | n + 1, .forallE x _ b _ => namesOfBinders b n (x :: names)
  | n, .mdata _ e => namesOfBinders e n names
  | _, e => (names, e)

/-- The parts of a statement as facts; none where Lean cannot print them. -/
def partsFields (base : Environment) (t : Frozen) : IO (List (String × Json)) := do
  let act : MetaM (List (String × Bool) × Array Json) := below t.binders t.type (fun fvars goal => do
    let shown ← shownTypes fvars
    let parts ← conclusionParts (bytesOfClaims t.sig[1][1]) goal false #[]
    return (shown, parts))
  match ← inMeta base act with
  | .error _ => return []
  | .ok (shown, parts) =>
    let rest := namesOfBinders t.type t.binders []
    return [("binders", Json.arr (bindersJson base t.type shown (bytesOfTypes t.sig[0].getArgs.toList) [] #[])), ("conclusion", Json.arr parts),
      ("conclusion_tree", Json.str (tree base rest.1 rest.2).compress)]

/-! Goals of probes: each would show that the statement says nothing, or has assumed what it claims. -/

structure ProbeGoal where
  code : String
  detail : String
  type : Expr
  /-- Whether the goal counts only where nothing is computed. -/
  plain : Bool := false

def propsAmong (fvars : List FVarId) : MetaM (List FVarId) :=
  match fvars with
  | [] => return []
  | x :: rest => do
    let type ← Meta.inferType (mkFVar x)
    let prop ← Meta.isProp type
    let more ← propsAmong rest
    return if prop then x :: more else more

def memFVar (x : FVarId) (xs : List FVarId) : Bool :=
  match xs with
  | [] => false
  | y :: rest => if x == y then true else memFVar x rest

/-- `∀ kept, body`: all variables, and of the premises those that are named. -/
def closeOverKept (fvars props kept : List FVarId) (body : Expr) : MetaM Expr :=
  match fvars with
  | [] => return body
  | x :: rest => do
    let inner ← closeOverKept rest props kept body
    if memFVar x props && !(memFVar x kept) && !(inner.containsFVar x) then return inner
    else mkForallFVars #[mkFVar x] inner

/-- The claims whose places are listed, without any premise. -/
def needlessGoals (fvars props : List FVarId) (claims : List Expr) (place : Nat) (listed : List String) (acc : List ProbeGoal) :
    MetaM (List ProbeGoal) :=
  match claims with
  | [] => return acc
  | c :: rest => do
    if !(listed.contains (toString place)) then needlessGoals fvars props rest (place + 1) listed acc else
    let type ← closeOverKept fvars props [] c
    let text ← Meta.ppExpr c
    let goal : ProbeGoal := { code := "closes_without_hypotheses", detail := text.pretty, type }
    needlessGoals fvars props rest (place + 1) listed (goal :: acc)

/-- Goals `h → C` for the premises whose places are listed. -/
def assumedGoals (fvars props left : List FVarId) (place : Nat) (foreign said : List String) (claim : Expr) (acc : List ProbeGoal) :
    MetaM (List ProbeGoal) :=
  match left with
  | [] => return acc
  | x :: rest => do
    let here := toString place
    let isForeign := foreign.contains here
    if !(isForeign || said.contains here) then assumedGoals fvars props rest (place + 1) foreign said claim acc else
    let type ← closeOverKept fvars props [x] claim
    let premise ← Meta.inferType (mkFVar x)
    let text ← Meta.ppExpr premise
    let goal : ProbeGoal := { code := "assumes_target", detail := text.pretty, type, plain := !isForeign }
    assumedGoals fvars props rest (place + 1) foreign said claim (goal :: acc)

def isNone (xs : List FVarId) : Bool :=
  match xs with
  | [] => true
  | _ => false

/-- Premises are counted from 1, those left of the colon first, then the conditions in the conclusion. -/
def probeGoals (t : Frozen) (claims foreign said : List String) : MetaM (List ProbeGoal) := do
  let m ← mkFreshExprMVar (some t.type)
  let outer ← m.mvarId!.introNP t.binders
  let decl ← outer.2.getDecl
  let inner ← outer.2.introNP (leading decl.type 0)
  inGoal inner.2 (fun claim => do
    let fvars := join outer.1.toList inner.1.toList
    let props ← propsAmong fvars
    let assumed ← assumedGoals fvars props props 1 foreign said claim []
    -- Also without any hypothesis: a variable of an empty type leaves nothing to claim.
    let absurd ← closeOverKept fvars props props (mkConst ``False)
    let vacuous : List ProbeGoal := if isConst ``False claim || isNone fvars then [] else
      [{ code := "contradictory_hypotheses", detail := "", type := absurd }]
    let needless ← needlessGoals fvars props (if isNone props then [] else conjuncts claim []) 1 claims []
    return join vacuous (join needless assumed))
where
  leading (e : Expr) (n : Nat) : Nat :=
    match e with
    | .forallE _ _ b _ => leading b (n + 1)
    | .mdata _ e => leading e n
    | _ => n

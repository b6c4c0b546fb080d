/-!
Commands: elaborating whole commands, with limits and a cancel token, and the goals that were open
where something went wrong.
-/

structure Limits where
  /-- In thousands, as in `set_option maxHeartbeats`. -/
  heartbeats : Nat
  recursion : Nat
  token : IO.CancelToken

def optionsFor (l : Limits) : Options :=
  let o : Options := {}
  let o := o.setBool `autoImplicit false
  let o := o.setBool `relaxedAutoImplicit false
  let o := o.setBool `Elab.async false
  let o := o.setNat `maxRecDepth l.recursion
  o.setNat `maxHeartbeats l.heartbeats

def startState (env : Environment) (l : Limits) (opened : List OpenDecl := []) : Command.State :=
  let st := Command.mkState env {} (optionsFor l)
  let scopes := match st.scopes with
    | scope :: rest => { scope with openDecls := opened } :: rest
    | [] => []
  { st with infoState.enabled := true, scopes }

/-- Elaborate one command; an exception that escapes is an internal error, kept as text. -/
def runCommand (cmd : Syntax) (fileMap : FileMap) (pos : String.Pos.Raw) (l : Limits) (st : Command.State) :
    IO (Command.State × Option String) := do
  let ctx : Command.Context :=
    { fileName := "<input>", fileMap, cmdPos := pos, snap? := none, cancelTk? := some l.token }
  let r ← ((Command.elabCommandTopLevel cmd ctx).run st).toIO'
  match r with
  | .ok x => return (x.2, none)
  | .error ex => return (st, some (← ex.toMessageData.toString))

partial def mentionsKind (kinds : List Name) (s : Syntax) : Bool :=
  match s with
  | .node _ k args => if memName k kinds then true else anyMentions kinds args.toList
  | _ => false
where
  anyMentions (kinds : List Name) (l : List Syntax) : Bool :=
    match l with
    | [] => false
    | s :: rest => if mentionsKind kinds s then true else anyMentions kinds rest

/-- A tactic's place and the goals before it. -/
structure Place where
  start : String.Pos.Raw
  stop : String.Pos.Raw
  isSorry : Bool
  goals : IO Format

def sorryKinds : List Name := [`Lean.Parser.Tactic.tacticSorry, `Lean.Parser.Tactic.tacticAdmit]

/-- The trees of a persistent array; its own `toList` does not compile here. -/
partial def treesOf (n : PersistentArrayNode InfoTree) (acc : List InfoTree) : List InfoTree :=
  match n with
  | .leaf ts => join ts.toList acc
  | .node ns => go ns.toList acc
where
  go (ns : List (PersistentArrayNode InfoTree)) (acc : List InfoTree) : List InfoTree :=
    match ns with
    | [] => acc
    | n :: rest => treesOf n (go rest acc)

def treeList (ts : PersistentArray InfoTree) : List InfoTree := treesOf ts.root ts.tail.toList

/-- The goal of a term-mode `sorry`. -/
def printGoal (ctx : ContextInfo) (lctx : LocalContext) (type : Expr) : IO Format := do
  let act : MetaM Format := do
    let m ← mkFreshExprMVar (some type)
    Meta.ppGoal m.mvarId!
  let core : Core.Context := { fileName := "<input>", fileMap := ctx.fileMap }
  let r ← Meta.MetaM.toIO act core { env := ctx.env } { lctx := lctx } { mctx := ctx.mctx }
  return r.1

/-- The goals before a tactic. -/
def printGoals (ctx : ContextInfo) (ti : TacticInfo) : IO Format := do
  let before := { ctx with mctx := ti.mctxBefore }
  let f ← before.ppGoals ti.goalsBefore
  return f

partial def places (ctx? : Option ContextInfo) (t : InfoTree) (acc : List Place) : List Place :=
  match t with
  | .context c t => places (c.mergeIntoOuter? ctx?) t acc
  | .hole _ => acc
  | .node i children =>
    let acc := match ctx?, i with
      | some ctx, .ofTacticInfo ti =>
        match ti.stx.getPos?, ti.stx.getTailPos? with
        | some a, some b =>
          let goals := printGoals ctx ti
          { start := a, stop := b, isSorry := memName ti.stx.getKind sorryKinds, goals } :: acc
        | _, _ => acc
      | some ctx, .ofTermInfo ti =>
        if ti.stx.getKind == ``Parser.Term.sorry then
          match ti.stx.getPos?, ti.stx.getTailPos?, ti.expectedType? with
          | some a, some b, some type =>
            let goals := printGoal ctx ti.lctx type
            { start := a, stop := b, isSorry := true, goals } :: acc
          | _, _, _ => acc
        else acc
      | _, _ => acc
    placesOf ctx? (treeList children) acc
where
  placesOf (ctx? : Option ContextInfo) (ts : List InfoTree) (acc : List Place) : List Place :=
    match ts with
    | [] => acc
    | t :: rest => placesOf ctx? rest (places ctx? t acc)

def placesOfTrees (ts : List InfoTree) (acc : List Place) : List Place :=
  match ts with
  | [] => acc
  | t :: rest => placesOfTrees rest (places none t acc)

def goalJson (m : FileMap) (p : Place) : IO Json := do
  let r ← p.goals.toBaseIO
  let text := match r with
    | .ok f => f.pretty
    | .error _ => "(the goal could not be printed)"
  let pos := m.toPosition p.start
  return Json.mkObj [("line", toJson pos.line), ("column", toJson pos.column), ("text", Json.str text)]

def width (p : Place) : Nat := p.stop.byteIdx - p.start.byteIdx

/-- The innermost tactic around a position. -/
def innermost (at_ : String.Pos.Raw) (ps : List Place) (best : Option Place) : Option Place :=
  match ps with
  | [] => best
  | p :: rest =>
    if p.start.byteIdx ≤ at_.byteIdx && at_.byteIdx < p.stop.byteIdx then
      match best with
      | some b => if width p ≤ width b then innermost at_ rest (some p) else innermost at_ rest best
      | none => innermost at_ rest (some p)
    else innermost at_ rest best

def sorryGoals (m : FileMap) (ps : List Place) (seen : List Nat) (acc : Array Json) : IO (Array Json) :=
  match ps with
  | [] => return acc
  | p :: rest =>
    if p.isSorry && !(seen.contains p.start.byteIdx) then do
      let j ← goalJson m p
      sorryGoals m rest (p.start.byteIdx :: seen) (acc.push j)
    else sorryGoals m rest seen acc

def errorGoals (m : FileMap) (ps : List Place) (ms : List Message) (room : Nat) (acc : Array Json) :
    IO (Array Json) :=
  match ms, room with
  | [], _ => return acc
  | _, 0 => return acc
  | x :: rest, n + 1 =>
    if isError x.severity then
      match innermost (m.ofPosition x.pos) ps none with
      | some p => do
        let j ← goalJson m p
        errorGoals m ps rest n (acc.push j)
      | none => errorGoals m ps rest room acc
    else errorGoals m ps rest room acc

/-- What elaborating a sequence of commands left behind. -/
structure Outcome where
  state : Command.State
  /-- Of all commands, in order. Elaborating a command forgets the messages of those before it. -/
  messages : List Message := []
  goals : Array Json := #[]
  commands : List Syntax := []
  internal : Option String := none
  /-- The construct for which a command was refused. -/
  refused : Option String := none

/-- Parse and elaborate until the end of the text, the first refusal or an internal error. `admits`
sees each command before it is elaborated, so nothing refused ever runs. -/
partial def runCommands (ictx : Parser.InputContext) (ps : Parser.ModuleParserState) (l : Limits)
    (admits : Syntax → Option String) (o : Outcome) : IO Outcome := do
  match o.state.scopes with
  | [] => return { o with internal := some "no scope left" }
  | scope :: _ =>
    let pm : Parser.ParserModuleContext := {
      env := o.state.env
      options := scope.opts
      currNamespace := scope.currNamespace
      openDecls := scope.openDecls }
    let r := Parser.parseCommand ictx pm ps {}
    let cmd := r.1
    let o := { o with messages := join o.messages r.2.2.toList, commands := cmd :: o.commands }
    if Parser.isTerminalCommand cmd then
      return o
    else
      match admits cmd with
      | some what => return { o with refused := some what }
      | none =>
        let x ← runCommand cmd ictx.fileMap ps.pos l { o.state with messages := {} }
        let st := x.1
        let said := st.messages.toList
        let found := placesOfTrees (treeList st.infoState.trees) []
        let goals ← sorryGoals ictx.fileMap found [] o.goals
        let goals ← errorGoals ictx.fileMap found said 20 goals
        let st := { st with infoState := { enabled := true } }
        let o := { o with state := st, messages := join o.messages said, goals := goals, internal := x.2 }
        match x.2 with
        | some _ => return o
        | none => runCommands ictx r.2.1 l admits o

def contextOf (text : String) : Parser.InputContext := .mk text "<input>" (fileMap := text.toFileMap)

/-- Where the first command starts; a text of comments alone has none, which is no error. -/
def startOf (env : Environment) (text : String) : Parser.ModuleParserState :=
  let s := Parser.whitespace.run (contextOf text) { env, options := {} } (Parser.getTokenTable env) (Parser.mkParserState text)
  { pos := s.pos }

def anySorry (cmds : List Syntax) : Bool :=
  match cmds with
  | [] => false
  | c :: rest => if mentionsKind (``Parser.Term.sorry :: sorryKinds) c then true else anySorry rest

/-- Syntax that runs code of the text with input and output, or leaves something behind in the
process: after it, the process answers this request and then no other. -/
def taintingKinds : List Name := [
  `Lean.Parser.Command.eval, `Lean.Parser.Command.evalBang, `Lean.Parser.Command.initialize,
  `Lean.runCmd, `Lean.runElab, `Lean.runMeta, `Lean.byElab, `Lean.Parser.Tactic.runTac,
  `Lean.Parser.Command.elab, `Lean.Parser.Command.elab_rules, `Lean.Parser.Command.guardCmd,
  `Lean.includeStr, `Lean.Parser.Command.import, `Lean.Parser.Command.unsafe, `Lean.Parser.Term.unsafe,
  `Lean.Parser.Tactic.nativeDecide, `Lean.Parser.Attr.extern]

def anyTainting (cmds : List Syntax) : Bool :=
  match cmds with
  | [] => false
  | c :: rest => if mentionsKind taintingKinds c then true else anyTainting rest

/-- Whether commands, the last one first, reach the end of their text. -/
def reachEnd (cmds : List Syntax) : Bool :=
  match cmds with
  | last :: _ => last.getKind == ``Parser.Command.eoi
  | [] => false

def kindsOf (cmds : List Syntax) (acc : List Name) : List Name :=
  match cmds with
  | [] => acc
  | c :: rest => kindsOf rest (c.getKind :: acc)

def printType (env : Environment) (type : Expr) : IO String := do
  let ctx : Core.Context := { fileName := "<input>", fileMap := "".toFileMap }
  let r ← (Meta.MetaM.toIO (Meta.ppExpr type) ctx { env := env }).toBaseIO
  match r with
  | .ok x => return x.1.pretty
  | .error _ => return "(the type could not be printed)"

/-- Facts about one named constant; `found` is false when there is none of that exact name. -/
def constantJson (base env : Environment) (trust : Trust) (n : Name) : IO Json := do
  match env.find? n with
  | none => return Json.mkObj [("found", Json.bool false)]
  | some c =>
    let w ← walkFrom base env trust [n]
    let type ← printType env c.type
    return Json.mkObj [("found", Json.bool true), ("kind", Json.str (kindText c)),
      ("type", Json.str type), ("bad", Json.arr (jsonNames w.bad #[])),
      ("axioms", Json.arr (jsonNames w.axioms #[])), ("new", toJson (countNames w.fresh 0))]

/-- The answer to `check`: everything Lean said about a text, and nothing about whether to believe
it. -/
def answerCheck (base : Environment) (trust : Trust) (j : Json) (l : Limits) : IO (List (String × Json)) := do
  let text := field j "text"
  let o ← runCommands (contextOf text) (startOf base text) l (fun _ => none) { state := startState base l }
  let ms := o.messages
  let messages ← messagesJson ms 200 #[]
  let name := field j "theorem"
  let constant ← if name == "" then pure Json.null else constantJson base o.state.env trust name.toName
  return [("messages", Json.arr messages), ("message_count", toJson (countMessages ms 0)),
    ("errors", toJson (countErrors ms 0)), ("goals", Json.arr o.goals),
    ("constant", constant), ("sorry", Json.bool (anySorry o.commands)), ("tainted", Json.bool (anyTainting o.commands)),
    ("kinds", Json.arr (jsonNames (kindsOf o.commands []) #[])),
    ("internal", match o.internal with | some s => Json.str s | none => Json.null)]

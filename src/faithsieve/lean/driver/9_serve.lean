/-!
Serving: a mailbox of files. A request `N.json` is read and removed before anything of it runs, so
that its nonce is known to this process's memory only; the answer goes to `N.tmp` and is renamed to
`N.reply`, so a reader never sees half of it.
-/

structure Server where
  /-- Core Lean alone. -/
  core : Environment
  /-- Core Lean with the prelude. -/
  base : Environment
  divisibility : Divisibility
  /-- For statements and bodies. -/
  policy : Policy
  /-- For whole files: the same, and plain declarations. -/
  filePolicy : Policy
  folder : String
  /-- The deadline (in ms) of the running request and the token that stops it. -/
  deadline : IO.Ref (Option (Nat × IO.CancelToken))

/-- One thread for all requests: stops the running one when its time is over. -/
partial def watch (deadline : IO.Ref (Option (Nat × IO.CancelToken))) : IO Unit := do
  IO.sleep 50
  match ← deadline.get with
  | some (t, token) =>
    if (← IO.monoMsNow) ≥ t then
      token.set
      deadline.set none
  | none => pure ()
  watch deadline

def answer (s : Server) (j : Json) (l : Limits) : IO (List (String × Json)) := do
  let base := if field j "base" == "core" then s.core else s.base
  match field j "op" with
  | "check" => answerCheck base deniedLeaves j l
  | "judge" => answerJudge s.divisibility base s.policy s.filePolicy deniedLeaves j l
  | "probe" => answerProbe s.divisibility base s.policy deniedLeaves j l
  | other => throw (IO.userError ("unknown op " ++ other))

def respond (s : Server) (request : String) : IO String := do
  match Json.parse request with
  | .error e => return (Json.mkObj [("failure", Json.str ("request is not JSON: " ++ e))]).compress
  | .ok j =>
    let token ← IO.CancelToken.new
    let start ← IO.monoMsNow
    s.deadline.set (some (start + fieldNat j "soft_ms" 600000, token))
    let l : Limits := {
      heartbeats := fieldNat j "heartbeats" 200000
      recursion := fieldNat j "recursion" 512
      token }
    let r ← (answer s j l).toBaseIO
    s.deadline.set none
    let cancelled ← token.isSet
    let took := (← IO.monoMsNow) - start
    let stamp := [("nonce", Json.str (field j "nonce")), ("cancelled", Json.bool cancelled), ("ms", toJson took)]
    match r with
    | .ok fields => return (Json.mkObj (join stamp fields)).compress
    | .error e => return (Json.mkObj (join stamp [("failure", Json.str e.toString)])).compress

partial def serve (s : Server) (n : Nat) : IO Unit := do
  let path := System.FilePath.mk (s.folder ++ "/" ++ toString n ++ ".json")
  if !(← path.pathExists) then
    IO.sleep 4
    serve s n
  else
    let request ← IO.FS.readFile path
    IO.FS.removeFile path
    let reply ← respond s request
    let tmp := System.FilePath.mk (s.folder ++ "/" ++ toString n ++ ".tmp")
    IO.FS.writeFile tmp reply
    IO.FS.rename tmp (System.FilePath.mk (s.folder ++ "/" ++ toString n ++ ".reply"))
    serve s (n + 1)

/-- Tactics that make elaborating a proof slow. -/
def searchKinds : List Name := [
  `Lean.Parser.Tactic.grind, `Lean.Parser.Tactic.omega, `Lean.Parser.Tactic.simp, `Lean.Parser.Tactic.simpAll,
  `Lean.Parser.Tactic.induction, `Lean.Parser.Tactic.rcases, `Lean.Parser.Tactic.obtain, `Lean.Parser.Tactic.rwSeq]

/-- A theorem of the prelude without its proof. Used only when this very prelude was elaborated in
full before: then its theorems are taken on the same terms as the library's, which also come without
their proofs in this build. -/
def withoutProof (cmd : Syntax) : Syntax :=
  match cmd with
  | .node i k args =>
    match args.toList with
    | [modifiers, .node i' k' parts] =>
      if k' == ``Parser.Command.theorem && mentionsKind searchKinds cmd then
        match parts.toList with
        | [word, name, sig, _] => .node i k #[modifiers, .node i' k' #[word, name, sig, sorryValue]]
        | _ => cmd
      else cmd
    | _ => cmd
  | _ => cmd

def countAxioms (cmds : List Syntax) (n : Nat) : Nat :=
  match cmds with
  | [] => n
  | c :: rest => countAxioms rest (if mentionsKind [``Parser.Command.axiom] c then n + 1 else n)

/-- What elaborating the prelude's files left behind. -/
structure Prelude where
  env : Environment
  axioms : Nat := 0
  errors : Nat := 0
  /-- Those worth reading, at most a hundred of each file. -/
  messages : Array Json := #[]
  /-- How many were worth reading. -/
  messageCount : Nat := 0
  /-- The first exception that ended a file. -/
  internal : Option String := none
  /-- Whether every file was read to the end of its text. -/
  ended : Bool := true

/-- Elaborate the prelude's files one after the other; each starts with fresh scopes. -/
def loadPrelude (texts : List String) (quick : Bool) (l : Limits) (p : Prelude) : IO Prelude :=
  match texts with
  | [] => return p
  | t :: rest => do
    let rewrite := if quick then withoutProof else fun s => s
    let o ← runCommands (contextOf t) {} l (fun _ => none) { state := startState p.env l } rewrite
    let said ← if quick then errorsOnly o.messages [] else pure o.messages
    let messages ← messagesJson said 100 p.messages
    loadPrelude rest quick l {
      env := o.state.env
      axioms := countAxioms o.commands p.axioms
      errors := countErrors o.messages p.errors
      messages
      messageCount := countMessages said p.messageCount
      internal := match p.internal with
        | some s => some s
        | none => o.internal
      ended := p.ended && reachEnd o.commands }
where
  errorsOnly (ms : List Message) (kept : List Message) : IO (List Message) :=
    match ms with
    | [] => return kept
    | m :: rest => errorsOnly rest (if isError m.severity then m :: kept else kept)

/-- The folder to serve. `start.lean` puts the real one here before the driver runs. -/
@[noinline] public opaque mailboxFolder : String

public def serveMailbox : IO Unit := do
  let folder := mailboxFolder
  let configPath := System.FilePath.mk (folder ++ "/config.json")
  let text ← IO.FS.readFile configPath
  IO.FS.removeFile configPath
  match Json.parse text with
  | .error e => throw (IO.userError e)
  | .ok config =>
    let t0 ← IO.monoMsNow
    let init ← importModules #[{module := `Init}] {} 0 (loadExts := true)
    let t1 ← IO.monoMsNow
    let token ← IO.CancelToken.new
    let l : Limits := { heartbeats := fieldNat config "prelude_heartbeats" 2000000, recursion := 512, token }
    let p ← loadPrelude (fieldTexts config "prelude") (field config "prelude_mode" == "quick") l { env := init }
    let t2 ← IO.monoMsNow
    let deadline ← IO.mkRef none
    let _ ← IO.asTask (prio := .dedicated) (watch deadline)
    let known := nameSetOf (Parser.getSyntaxNodeKinds init) {}
    let own := newKinds known (Parser.getSyntaxNodeKinds p.env) {}
    let caps := [(`maxRecDepth, 10000), (`maxHeartbeats, 400000), (`synthInstance.maxHeartbeats, 200000),
      (`synthInstance.maxSize, 2000), (`exponentiation.threshold, 5000)]
    let policy : Policy := { allowed := fieldJson config "allowed", own, caps }
    let filePolicy : Policy := { policy with alsoAllowed := fieldJson config "allowed_in_files" }
    let divisibility ← findDivisibility init
    let s : Server := { core := init, base := p.env, divisibility, policy, filePolicy, folder, deadline }
    let ready := Json.mkObj [("nonce", Json.str (field config "nonce")), ("axioms", toJson p.axioms), ("errors", toJson p.errors),
      ("messages", Json.arr p.messages), ("message_count", toJson p.messageCount), ("internal", optionText p.internal),
      ("ended", Json.bool p.ended), ("version", Json.str Lean.versionString), ("init_ms", toJson (t1 - t0)), ("prelude_ms", toJson (t2 - t1))]
    let tmp := System.FilePath.mk (folder ++ "/ready.tmp")
    IO.FS.writeFile tmp ready.compress
    IO.FS.rename tmp (System.FilePath.mk (folder ++ "/ready.reply"))
    -- Not on the main thread: the build gives that one 64 KiB of stack, which a sum of 150 terms
    -- overflows. A thread has the size of `--tstack`, and Lean's own guard against deep recursion works.
    let served ← IO.asTask (prio := .dedicated) (serve s 0)
    match ← IO.wait served with
    | .ok _ => pure ()
    | .error e => throw e

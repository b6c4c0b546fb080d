/-!
Serving: a mailbox of files. A request `N.json` is read and removed before anything of it runs, so
that its nonce is known to this process's memory only; the answer goes to `N.tmp` and is renamed to
`N.reply`, so a reader never sees half of it.
-/

structure Running where
  number : Nat
  deadline : Nat
  token : IO.CancelToken

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
  trust : Trust
  /-- The running request, its deadline (in ms) and the token that stops it. -/
  running : IO.Ref (Option Running)

/-- One thread for all requests: stops the running one when its time is over, or when whoever asked puts a
file `N.stop` into the mailbox. The clock is theirs, who can measure processor time. -/
partial def watch (running : IO.Ref (Option Running)) (folder : String) : IO Unit := do
  IO.sleep 50
  match ← running.get with
  | some r =>
    let told ← (System.FilePath.mk (folder ++ "/" ++ toString r.number ++ ".stop")).pathExists
    if told || (← IO.monoMsNow) ≥ r.deadline then
      r.token.set
      running.set none
  | none => pure ()
  watch running folder

def answer (s : Server) (j : Json) (l : Limits) : IO (List (String × Json)) := do
  let base := if field j "base" == "core" then s.core else s.base
  match field j "op" with
  | "check" => answerCheck base s.trust j l
  | "judge" => answerJudge s.divisibility base s.policy s.filePolicy s.trust j l
  | "probe" => answerProbe s.divisibility base s.policy s.trust j l
  | "terms" => return [("constants", Json.mkObj (declarations base (fieldTexts j "names")))]
  | other => throw (IO.userError ("unknown op " ++ other))

def respond (s : Server) (number : Nat) (request : String) : IO String := do
  match Json.parse request with
  | .error e => return (Json.mkObj [("failure", Json.str ("request is not JSON: " ++ e))]).compress
  | .ok j =>
    let token ← IO.CancelToken.new
    let start ← IO.monoMsNow
    s.running.set (some { number, deadline := start + fieldNat j "soft_ms" 600000, token })
    let l : Limits := {
      heartbeats := fieldNat j "heartbeats" 200000
      recursion := fieldNat j "recursion" 512
      token }
    let r ← (answer s j l).toBaseIO
    s.running.set none
    let cancelled ← token.isSet
    let took := (← IO.monoMsNow) - start
    let stamp := [("nonce", Json.str (field j "nonce")), ("cancelled", Json.bool cancelled), ("ms", toJson took)]
    match r with
    | .ok fields => return (Json.mkObj (join stamp fields)).compress
    | .error e => return (Json.mkObj (join stamp [("failure", Json.str e.toString)])).compress

partial def serve (s : Server) (folder : String) (n : Nat) : IO Unit := do
  let path := System.FilePath.mk (folder ++ "/" ++ toString n ++ ".json")
  if !(← path.pathExists) then
    IO.sleep 4
    serve s folder n
  else
    let request ← IO.FS.readFile path
    IO.FS.removeFile path
    let reply ← respond s n request
    let tmp := System.FilePath.mk (folder ++ "/" ++ toString n ++ ".tmp")
    IO.FS.writeFile tmp reply
    IO.FS.rename tmp (System.FilePath.mk (folder ++ "/" ++ toString n ++ ".reply"))
    serve s folder (n + 1)

def countAxioms (cmds : List Syntax) (n : Nat) : Nat :=
  match cmds with
  | [] => n
  | c :: rest => countAxioms rest (if mentionsKind [``Parser.Command.axiom] c then n + 1 else n)

/-- What loading the prelude left behind. -/
structure Prelude where
  env : Environment
  axioms : Nat := 0
  errors : Nat := 0
  /-- At most a hundred. -/
  messages : Array Json := #[]
  messageCount : Nat := 0
  /-- The exception that ended it. -/
  internal : Option String := none
  /-- Whether it was read to the end of its text. -/
  ended : Bool := true

def importsOf (names : List String) (acc : Array Import) : Array Import :=
  match names with
  | [] => acc
  | n :: rest =>
    let name := n.toName
    importsOf rest (acc.push { module := if name.isAnonymous then Name.mkSimple n else name })

/-- Import `Init` and what `library` names: modules, and a folder in which to look for them first. -/
def importLibrary (folder : String) (names : List String) : IO Environment := do
  let known ← searchPathRef.get
  if folder != "" then searchPathRef.set (System.FilePath.mk folder :: known)
  importModules (importsOf names #[{module := `Init}]) {} 0 (loadExts := true)

/-- The library, and above it the notations and tactics, whose text is elaborated. -/
def loadPrelude (init : Environment) (config : Json) (l : Limits) : IO Prelude := do
  let text := field config "notation"
  let env ← match fieldTexts config "library" with
    | [] => pure init
    | names => importLibrary (field config "library_folder") names
  if text == "" then return { env }
  let o ← runCommands (contextOf text) {} l (fun _ => none) { state := startState env l }
  let messages ← messagesJson o.messages 100 #[]
  return {
    env := o.state.env
    axioms := countAxioms o.commands 0
    errors := countErrors o.messages 0
    messages
    messageCount := countMessages o.messages 0
    internal := o.internal
    ended := reachEnd o.commands }

def namesOf (texts : List String) : List Name :=
  match texts with
  | [] => []
  | t :: rest => t.toName :: namesOf rest

/-- A judge over two environments that are already there. -/
def makeServer (core base : Environment) (config : Json) : IO Server := do
  let caps := [(`maxRecDepth, 10000), (`maxHeartbeats, 400000), (`synthInstance.maxHeartbeats, 200000),
    (`synthInstance.maxSize, 2000), (`exponentiation.threshold, 5000)]
  let listed : Policy := { allowed := fieldJson config "allowed", own := {}, words := fieldJson config "words", caps }
  let policy := sortKinds base (namesOf (fieldTexts config "libraries")) (Parser.getSyntaxNodeKinds base) listed
  let filePolicy : Policy := { policy with alsoAllowed := fieldJson config "allowed_in_files" }
  let divisibility ← findDivisibility core
  let clean ← IO.mkRef {}
  let trust : Trust := { followsLibraries := field config "follows_libraries" == "yes", clean }
  let running ← IO.mkRef none
  return { core, base, divisibility, policy, filePolicy, trust, running }

/-- What is loaded before the first request, and what is said about it. -/
structure Loaded where
  server : Server
  said : List (String × Json)

def load (config : Json) : IO Loaded := do
  let t0 ← IO.monoMsNow
  let init ← importModules #[{module := `Init}] {} 0 (loadExts := true)
  let t1 ← IO.monoMsNow
  let token ← IO.CancelToken.new
  let l : Limits := { heartbeats := fieldNat config "prelude_heartbeats" 2000000, recursion := 512, token }
  let p ← loadPrelude init config l
  let t2 ← IO.monoMsNow
  let server ← makeServer init p.env config
  let said := [("axioms", toJson p.axioms), ("errors", toJson p.errors),
    ("messages", Json.arr p.messages), ("message_count", toJson p.messageCount), ("internal", optionText p.internal),
    ("ended", Json.bool p.ended), ("version", Json.str Lean.versionString), ("init_ms", toJson (t1 - t0)), ("prelude_ms", toJson (t2 - t1))]
  return { server, said }

/-- Read and remove the configuration, so that its nonce is in this process's memory only. -/
def takeConfig (folder : String) : IO Json := do
  let path := System.FilePath.mk (folder ++ "/config.json")
  let text ← IO.FS.readFile path
  IO.FS.removeFile path
  match Json.parse text with
  | .error e => throw (IO.userError e)
  | .ok config => return config

/-- Say that requests are welcome, and answer them for ever. Not on the main thread: the embedded build
gives that one 64 KiB of stack, which a sum of 150 terms overflows. A thread has the size of `--tstack`, and
Lean's own guard against deep recursion works. -/
def serveLoaded (l : Loaded) (folder nonce : String) : IO Unit := do
  let _ ← IO.asTask (prio := .dedicated) (watch l.server.running folder)
  let ready := Json.mkObj (("nonce", Json.str nonce) :: l.said)
  let tmp := System.FilePath.mk (folder ++ "/ready.tmp")
  IO.FS.writeFile tmp ready.compress
  IO.FS.rename tmp (System.FilePath.mk (folder ++ "/ready.reply"))
  serve l.server folder 0

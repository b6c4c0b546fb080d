module
public import Lean.Compiler.IR.CompilerM
open Lean

/-!
Starts the driver from its compiled code, without elaborating the driver's text again.

The build interprets its own programs and compiles a file to an `.ir` of interpreted code, but
it does not find that code again when the file is imported. So this program reads the `.ir` itself, hands
its declarations to the interpreter and runs the one called `makeImage`. Library functions
that the driver calls run natively, as always; importing `Lean` tells the interpreter their types.
-/

/-- The declarations in a compiled file, found under the name of the extension that wrote them. -/
unsafe def codeIn (entries : List (Name × Array EnvExtensionEntry)) : Array IR.Decl :=
  match entries with
  | [] => #[]
  | (extension, found) :: rest =>
    if extension == IR.declMapExt.name then unsafeCast found else codeIn rest

def withCode (env : Environment) (code : Array IR.Decl) : IO Environment := do
  let core : Core.Context := { fileName := "<driver>", fileMap := "".toFileMap }
  let r ← Core.CoreM.toIO (IR.addDecls code) core { env }
  return r.2.env

public unsafe def main (args : List String) : IO Unit := do
  match args with
  | [code] =>
    let data ← readModuleData (System.FilePath.mk code)
    let env ← importModules #[{module := `Lean}] {} 0
    let env ← withCode env (codeIn data.1.entries.toList)
    -- "Run the second and keep its result under the first's name": it never returns.
    runInit env {} `made `makeImage
  | _ => throw (IO.userError "usage: start CODE")

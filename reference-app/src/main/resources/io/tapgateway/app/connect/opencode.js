// Has Tap Gateway asked before opencode uses a tool, and told of what happens. Written by 'tapgateway connect opencode';
// '--remove' takes it back.
import { spawn } from "node:child_process"

const COMMAND = @COMMAND@
// In a file that a team shares: whoever has no gateway goes on without one.
const SHARED = @SHARED@
const LIMIT_MILLIS = 10_000
const NO_ANSWER = "Tap Gateway does not answer, so no tool may be used."

/** What the gateway says to an event: the code of its hook, and what that has printed. */
function ask(directory, event) {
  return new Promise((resolve) => {
    const hook = spawn(COMMAND[0], COMMAND.slice(1), { cwd: directory, stdio: "pipe" })
    let out = ""
    let err = ""
    const late = setTimeout(() => {
      hook.kill("SIGKILL")
      resolve({ code: 2, out: "", err: NO_ANSWER })
    }, LIMIT_MILLIS)
    const done = (answer) => {
      clearTimeout(late)
      resolve(answer)
    }
    hook.on("error", (fault) => done({ code: SHARED && fault.code === "ENOENT" ? 0 : 2, out: "", err: NO_ANSWER }))
    hook.on("close", (code) => done({ code: code ?? 2, out, err }))
    hook.stdout.on("data", (text) => (out += text))
    hook.stderr.on("data", (text) => (err += text))
    hook.stdin.on("error", () => {})
    hook.stdin.end(JSON.stringify(event))
  })
}

function read(text) {
  try {
    return text.trim() === "" ? {} : JSON.parse(text)
  } catch {
    return undefined
  }
}

export const TapGateway = async ({ client, directory }) => {
  const children = new Set()
  const contexts = new Map()
  // Conversations in which the next message is one that this plugin hands over.
  const handedOver = new Set()

  const event = (session, name, more) => ({ session_id: session, cwd: directory, hook_event_name: name, ...more })

  /** What there is to say to an event that must never stop anybody. */
  const tell = async (session, name, more) => {
    const { code, out } = await ask(directory, event(session, name, more))
    return (code === 0 && read(out)) || {}
  }

  const turnEnded = async (session) => {
    const again = handedOver.delete(session)
    const answer = await tell(session, "Stop", { stop_hook_active: again })
    if (answer.decision === "block") {
      handedOver.add(session)
      await client.session.promptAsync({
        path: { id: session },
        body: { parts: [{ type: "text", text: answer.reason }] },
      })
    }
  }

  return {
    event: async ({ event: { type, properties } }) => {
      if (type === "session.created") {
        if (properties.info.parentID) children.add(properties.info.id)
        else await tell(properties.info.id, "SessionStart")
      } else if (type === "session.deleted") {
        if (!children.delete(properties.info.id)) await tell(properties.info.id, "SessionEnd")
        contexts.delete(properties.info.id)
        handedOver.delete(properties.info.id)
      } else if (type === "session.idle" && !children.has(properties.sessionID)) {
        await turnEnded(properties.sessionID)
      }
    },

    "chat.message": async ({ sessionID }, { message, parts }) => {
      if (children.has(sessionID) || handedOver.has(sessionID)) return
      const prompt = parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n")
      const answer = await tell(sessionID, "UserPromptSubmit", { prompt_id: message.id, prompt })
      contexts.set(sessionID, answer.hookSpecificOutput?.additionalContext)
    },

    "experimental.chat.system.transform": async ({ sessionID }, output) => {
      const context = contexts.get(sessionID)
      if (context) output.system.push(context)
    },

    "tool.execute.before": async ({ tool, sessionID, callID }, { args }) => {
      const wanted = event(sessionID, "PreToolUse", { tool_name: tool, tool_use_id: callID, tool_input: args })
      const { code, out, err } = await ask(directory, wanted)
      const answer = read(out)
      if (code !== 0 || answer === undefined) throw new Error(err.trim() || NO_ANSWER)
      const decision = answer.hookSpecificOutput
      if (decision?.permissionDecision === "deny") throw new Error(decision.permissionDecisionReason)
      const changed = decision?.updatedInput
      if (changed) {
        // opencode uses the tool with this very object.
        for (const name of Object.keys(args)) if (!(name in changed)) delete args[name]
        Object.assign(args, changed)
      }
    },

    "tool.execute.after": async ({ tool, sessionID, callID, args }, output) => {
      const used = { tool_name: tool, tool_use_id: callID, tool_input: args }
      const answer = await tell(sessionID, "PostToolUse", used)
      const context = answer.hookSpecificOutput?.additionalContext
      if (context) output.output += "\n\n" + context
    },
  }
}

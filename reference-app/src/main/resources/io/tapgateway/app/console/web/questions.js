// What waits for a person's answer, in all sessions, oldest first.

import { get, of, post } from "./api.js";
import { set, state } from "./store.js";

const bySession = new Map();
const stale = new Set();

/** Something was asked or answered there. */
export function changedIn(session) {
  stale.add(session);
}

/** Asks for what has changed since the last time. */
export async function loadQuestions() {
  const wanted = [...stale];
  stale.clear();
  await Promise.all(wanted.map(loadOf));
  const open = new Set(state.sessions.map((session) => session.id));
  [...bySession.keys()].filter((session) => !open.has(session)).forEach((session) => bySession.delete(session));
  set(
    "questions",
    [...bySession.values()].flat().sort((one, other) => one.askedAt - other.askedAt),
  );
}

/** A question never changes, so one that is known stays the same object, with the time that was worked out first. */
async function loadOf(session) {
  const known = new Map((bySession.get(session) ?? []).map((question) => [question.id, question]));
  const { questions } = await get(of(session, "questions")).catch(() => ({ questions: [] }));
  bySession.set(
    session,
    questions.map((question) => known.get(question.id) ?? { ...question, session, askedAt: Date.now() - question.waitingMs }),
  );
}

export function approve(question) {
  return post(of(question.session, "questions", question.id), { approve: "once" });
}

export function deny(question, reason) {
  return post(of(question.session, "questions", question.id), { deny: reason });
}

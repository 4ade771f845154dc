// What waits for a person's answer, in all sessions, oldest first, and what is permitted for the rest of each.

import { get, of, post, remove } from "./api.js";
import { set, state, touch } from "./store.js";

const bySession = new Map();
const stale = new Set();

/** How long it is told how a question has ended. */
const TOLD = 6_000;

/** What is being answered on this page; of that nobody here has to be told. */
const mine = new Set();

async function say(question, words) {
  mine.add(question);
  try {
    return await post(of(question.session, "questions", question.id), words);
  } catch (failure) {
    mine.delete(question);
    throw failure;
  }
}

/** The gateway says how a question has ended, before it is gone from the list. */
export function onClosed({ session, closed, text, said }) {
  const question = state.questions.find((one) => one.session === session && one.id === closed);
  if (question && !mine.delete(question)) {
    state.closings.set(question, said ? `${text}: ${said}` : text);
    touch("questions");
    setTimeout(() => {
      state.closings.delete(question);
      touch("questions");
    }, TOLD);
  }
}

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
  const all = [...bySession.values()];
  set(
    "questions",
    all.flatMap((one) => one.questions).sort((one, other) => one.askedAt - other.askedAt),
  );
  set(
    "grants",
    all.flatMap((one) => one.grants),
  );
}

/** A question never changes, so one that is known stays the same object, with the time that was worked out first. */
async function loadOf(session) {
  const known = new Map((bySession.get(session)?.questions ?? []).map((question) => [question.id, question]));
  const [{ questions }, { grants }] = await Promise.all([get(of(session, "questions")), get(of(session, "grants"))]).catch(() => [
    { questions: [] },
    { grants: [] },
  ]);
  bySession.set(session, {
    questions: questions.map((question) => known.get(question.id) ?? { ...question, session, askedAt: Date.now() - question.waitingMs }),
    grants: grants.map((grant) => ({ ...grant, session })),
  });
}

/** @returns what was asked, in a few words */
export function about(question) {
  return question.kind === "question" ? question.title || question.text : `${question.tool} of ${question.provider}`;
}

/** @param scope what is permitted for the rest of the session; nothing but this if it is empty */
export function approve(question, scope) {
  return say(question, scope ? { approve: "session", scope } : { approve: "once" });
}

/** @param value a text, or an object where the question has a form */
export function answer(question, value) {
  return say(question, { answer: value });
}

/** @returns what waits, in a few words */
export function wanted(question) {
  return question.kind === "question" ? "the agent waits for your answer" : `${question.tool} waits for your yes`;
}

export function revoke(grant) {
  return remove(of(grant.session, "grants", grant.id));
}

export function deny(question, reason) {
  return say(question, { deny: reason });
}

// A hand that is being settled survives a reload: phones drop pages while their camera is open.
const KEPT = "hupai.hand";

/** The hand that was being settled, without its photo; null where there is none. */
export function restore() {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT));
  } catch {
    return null;
  }
}

export function keep(work) {
  if (work) sessionStorage.setItem(KEPT, JSON.stringify({ ...work, photo: null, read: null }));
  else sessionStorage.removeItem(KEPT);
}

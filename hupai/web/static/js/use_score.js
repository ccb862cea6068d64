// The score of the hand as it is now; every change is scored at once.
import { useEffect, useState } from "../vendor/preact-htm.js";
import * as api from "./api.js";

/** {outcome, offers, working, error} for this hand, asked for again whenever a text changes. */
export function useScore(hand, circumstances, rules, others) {
  const [answer, setAnswer] = useState({ outcome: null, offers: [], working: true });
  useEffect(() => {
    if (!hand) {
      setAnswer({ outcome: null, offers: [], working: false });
      return undefined;
    }
    const stop = new AbortController();
    const form = { hand, circumstances, rules, others };
    setAnswer((before) => ({ ...before, working: true }));
    Promise.all([api.score(form, stop.signal), api.offers(form, stop.signal)])
      .then(([outcome, { offers }]) => setAnswer({ outcome, offers, working: false, of: form }))
      .catch((error) => error.name !== "AbortError" && setAnswer({ outcome: null, offers: [], working: false, error }));
    return () => stop.abort();
  }, [hand, circumstances, rules, others]);
  return answer;
}

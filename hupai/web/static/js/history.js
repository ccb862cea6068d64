// Undo and redo of the hand.
export const begin = (now) => ({ past: [], now, future: [] });

export const change = (history, now) =>
  now === history.now ? history : { past: [...history.past, history.now].slice(-100), now, future: [] };

export const undo = ({ past, now, future }) =>
  past.length ? { past: past.slice(0, -1), now: past.at(-1), future: [now, ...future] } : { past, now, future };

export const redo = ({ past, now, future }) =>
  future.length ? { past: [...past, now], now: future[0], future: future.slice(1) } : { past, now, future };

// Loaded into the API before anything else (--import): its clocks stand at FROZEN_NOW_MS. Timers go on, and so does what Node itself measures.
const nowMs = Number(process.env.FROZEN_NOW_MS);
if (!Number.isSafeInteger(nowMs)) throw new Error('FROZEN_NOW_MS is no time');

globalThis.Date = new Proxy(Date, {
  construct: (target, args) => Reflect.construct(target, args.length === 0 ? [nowMs] : args),
  apply: (target) => new target(nowMs).toString(),
  get: (target, name) => (name === 'now' ? () => nowMs : Reflect.get(target, name)),
});
// Ages of what lies in memory go by it.
performance.now = () => 0;
process.uptime = () => 0;

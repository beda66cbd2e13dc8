// Loaded before a program of the pipeline: its wall clock is off by the milliseconds that a file says. Timers and
// performance.now() go on as they are: a clock that is set does not change them either.
import { readFileSync, writeFileSync } from 'node:fs';

const LOOK_EVERY_MS = 25;
const file = process.env['SIMULATION_CLOCK_FILE'];
const RealDate = globalThis.Date;
let shiftMs = 0;
let askedWhileOff = 0;

function observation() {
  try {
    shiftMs = Number(readFileSync(file, 'utf8')) || 0;
    if (shiftMs !== 0) writeFileSync(`${file}.asked`, String(askedWhileOff));
  } catch {
    // The folder of a run that ends goes before its processes do.
  }
}

function now() {
  if (shiftMs !== 0) askedWhileOff += 1;
  return RealDate.now() + shiftMs;
}

if (file !== undefined) {
  const ShiftedDate = new Proxy(RealDate, {
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget === ShiftedDate ? target : newTarget),
    apply: () => new RealDate(now()).toString(),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  });
  RealDate.prototype.constructor = ShiftedDate;
  globalThis.Date = ShiftedDate;
  observation();
  setInterval(observation, LOOK_EVERY_MS).unref();
}

/**
 * Oracle programs that no longer run, and what they are called. Reserves of their time still name accounts of theirs, which stay on
 * chain as they were last written: such an account is sound, and its price never moves again.
 */
const DEAD_PROGRAMS: ReadonlyMap<string, string> = new Map([
  ['FsJ3A3u2vn5cTVofAjvy6y5kwABJAqYWpe4975bi2epH', 'Pyth v2'],
  ['SW1TCH7qEPTdLsDHRgPuMQjbQxKdH2aBStViMFnt64f', 'Switchboard v2'],
]);

/** An account of a program that no longer runs. Nothing in it is decoded: whatever it holds is no price of today. */
export class DeadOracle {
  readonly program: string;

  constructor(program: string) {
    this.program = program;
  }
}

/** Null where the program is not known to be dead. */
export function deadOracleOf(owner: string): DeadOracle | null {
  const name = DEAD_PROGRAMS.get(owner);
  return name === undefined ? null : new DeadOracle(name);
}

/**
 * The instant of unix seconds as accounts hold them, null for 0 (the program's "never"). Nonsense gives an impossible date,
 * which the check of the whole row refuses.
 */
export function instantOf(unixSeconds: bigint): Date | null {
  return unixSeconds === 0n ? null : new Date(Number(unixSeconds) * 1000);
}

import { describe, expect, it } from 'vitest';
import { diffConfig, flattenConfig, RESERVE_CONFIG_COUNTERS } from './config-fields.ts';

const CONFIG = {
  status: 'active',
  loanToValuePct: 75,
  depositLimitRaw: 18_446_744_073_709_551_615n,
  fees: { originationFeeSf: 0n },
  borrowRateCurve: [{ utilizationRateBps: 0, borrowRateBps: 1 }],
  depositWithdrawalCap: { capacityRaw: 5n, currentTotalRaw: -1n, intervalStartAt: 7n, intervalSeconds: 60n },
  tokenInfo: { nameBytes: new Uint8Array([0x53, 0]) },
};

describe('flattenConfig', () => {
  it('names every leaf by its path, integers as decimal strings and bytes as hexadecimal', () => {
    expect([...flattenConfig(CONFIG)]).toEqual([
      ['status', 'active'],
      ['loanToValuePct', 75],
      ['depositLimitRaw', '18446744073709551615'],
      ['fees.originationFeeSf', '0'],
      ['borrowRateCurve.0.utilizationRateBps', 0],
      ['borrowRateCurve.0.borrowRateBps', 1],
      ['depositWithdrawalCap.capacityRaw', '5'],
      ['depositWithdrawalCap.currentTotalRaw', '-1'],
      ['depositWithdrawalCap.intervalStartAt', '7'],
      ['depositWithdrawalCap.intervalSeconds', '60'],
      ['tokenInfo.nameBytes', '5300'],
    ]);
  });

  it('gives the same fields for a configuration that went through JSON', () => {
    const stored = JSON.parse(
      JSON.stringify(CONFIG, (_, value: unknown) => {
        if (typeof value === 'bigint') return String(value);
        return value instanceof Uint8Array ? '5300' : value;
      }),
    );
    expect([...flattenConfig(stored)]).toEqual([...flattenConfig(CONFIG)]);
  });
});

describe('diffConfig', () => {
  const before = flattenConfig(CONFIG);

  it('is empty for equal configurations', () => {
    expect(diffConfig(before, flattenConfig({ ...CONFIG }))).toEqual([]);
  });

  it('lists what changed with both values, what appeared and what vanished', () => {
    const { fees: _, ...rest } = CONFIG;
    const after = flattenConfig({ ...rest, loanToValuePct: 70, emergencyMode: true });
    expect(diffConfig(before, after)).toEqual([
      { field: 'loanToValuePct', oldValue: 75, newValue: 70 },
      { field: 'emergencyMode', oldValue: null, newValue: true },
      { field: 'fees.originationFeeSf', oldValue: '0', newValue: null },
    ]);
  });

  it('leaves out the counters of the withdrawal caps, which are state and no parameters', () => {
    const moved = { ...CONFIG.depositWithdrawalCap, currentTotalRaw: 99n, intervalStartAt: 8n };
    const after = flattenConfig({ ...CONFIG, depositWithdrawalCap: { ...moved, capacityRaw: 6n } });
    expect(diffConfig(before, after, RESERVE_CONFIG_COUNTERS)).toEqual([
      { field: 'depositWithdrawalCap.capacityRaw', oldValue: '5', newValue: '6' },
    ]);
  });
});

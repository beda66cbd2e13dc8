import type { RefusedAccount } from '@tidemark/schema';
import { describe, expect, it } from 'vitest';
import { findDecodeFailures } from './account-checks.ts';

const newSince = new Date('2026-03-01T10:00:00Z');
const refused = (address: string, reasonCode: string, firstSeenAt: string, kind = 'reserve'): RefusedAccount => ({
  kind,
  address,
  reasonCode,
  dataLength: 8_624,
  firstSeenAt: new Date(firstSeenAt),
  lastSeenAt: new Date('2026-03-01T11:00:00Z'),
});
const OLD = '2026-03-01T09:59:59Z';
const NEW = '2026-03-01T10:00:00Z';
const accounts = { reserve: 100, lending_market: 4 };

describe('decode failures', () => {
  it('are known ones while nothing is added, and a warning once something is, by reason', () => {
    expect(
      findDecodeFailures({ refused: [refused('a', 'UNSUPPORTED_VERSION', OLD)], accounts, newSince }),
    ).toMatchObject([
      {
        subjectKind: 'account_kind',
        subject: 'reserve',
        severity: 'info',
        message: expect.stringContaining('none of them newly'),
      },
    ]);
    const grown = [refused('a', 'UNSUPPORTED_VERSION', OLD), refused('b', 'WRONG_SIZE', NEW)];
    expect(findDecodeFailures({ refused: grown, accounts, newSince })).toEqual([
      {
        subjectKind: 'account_kind',
        subject: 'reserve',
        severity: 'warning',
        message: '2 reserves refused (UNSUPPORTED_VERSION, WRONG_SIZE), 1 of them newly',
        detail: {
          reasons: { UNSUPPORTED_VERSION: { accounts: 1, new: 0 }, WRONG_SIZE: { accounts: 1, new: 1 } },
          addresses: ['b', 'a'],
        },
      },
    ]);
  });

  it('are critical when a tenth of the kind is refused and it is news, for each kind by itself', () => {
    const many = Array.from({ length: 10 }, (_, index) => refused(`r${index}`, 'UNSUPPORTED_VERSION', NEW));
    const found = findDecodeFailures({
      refused: [...many, refused('m', 'WRONG_SIZE', NEW, 'lending_market')],
      accounts,
      newSince,
    });
    expect(found.map(({ subject, severity }) => [subject, severity])).toEqual([
      ['lending_market', 'warning'],
      ['reserve', 'critical'],
    ]);
  });

  it('are none where nothing is refused', () => {
    expect(findDecodeFailures({ refused: [], accounts, newSince })).toEqual([]);
  });
});

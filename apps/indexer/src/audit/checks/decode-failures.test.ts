import type { RefusedAccount } from '@tidemark/schema';
import { describe, expect, it } from 'vitest';
import { findDecodeFailures } from './account-checks.ts';

const newSince = new Date('2026-03-01T10:00:00Z');
const refused = (
  address: string,
  reasonCode: string,
  firstSeenAt: string,
  kind = 'reserve',
  listed = true,
): RefusedAccount => ({
  kind,
  listed,
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
        message: '2 of 100 reserves refused (UNSUPPORTED_VERSION, WRONG_SIZE), 1 of them newly',
        detail: {
          all: 100,
          unlisted: 0,
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

  it('are never critical for oracles and mints, which are counted among their own kind', () => {
    const many = ['oracle', 'token_mint'].flatMap((kind) =>
      Array.from({ length: 17 }, (_, index) => refused(`${kind} ${index}`, 'WRONG_OWNER', NEW, kind)),
    );
    const all = { ...accounts, oracle: 43, token_mint: 17 };
    expect(findDecodeFailures({ refused: many, accounts: all, newSince })).toMatchObject([
      { subject: 'oracle', severity: 'warning', message: '17 of 43 oracles refused (WRONG_OWNER), 17 of them newly' },
      {
        subject: 'token_mint',
        severity: 'warning',
        message: '17 of 17 token mints refused (WRONG_OWNER), 17 of them newly',
      },
    ]);
  });

  it('are told, and no more, of markets that are not listed, however many and new', () => {
    const strangers = Array.from({ length: 200 }, (_, i) =>
      refused(`s${i}`, 'RATE_OUT_OF_RANGE', NEW, 'reserve', false),
    );
    const message = '200 of markets that are not listed refused (RATE_OUT_OF_RANGE)';
    expect(findDecodeFailures({ refused: strangers, accounts, newSince })).toMatchObject([
      { severity: 'info', message, detail: { unlisted: 200, addresses: [] } },
    ]);
    const [finding] = findDecodeFailures({
      refused: [...strangers, refused('a', 'WRONG_SIZE', NEW)],
      accounts,
      newSince,
    });
    expect(finding).toMatchObject({
      severity: 'warning',
      message: `1 of 100 reserves refused (WRONG_SIZE), 1 of them newly; ${message}`,
      detail: { addresses: ['a'] },
    });
  });

  it('are none where nothing is refused', () => {
    expect(findDecodeFailures({ refused: [], accounts, newSince })).toEqual([]);
  });
});

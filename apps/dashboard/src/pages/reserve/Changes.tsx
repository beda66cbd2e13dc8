import { useQuery } from '@tanstack/react-query';
import { changesQuery, type ConfigChange, type Range } from '../../api/history.ts';
import type { Reserve } from '../../api/queries.ts';
import type { Mark } from '../../chart/types.ts';
import { marketText, nameText } from '../../format/names.ts';
import { moment } from '../../format/time.ts';
import { fieldWords } from '../../format/words.ts';
import { Failed, Loading } from '../../ui/States.tsx';
import { useZone } from '../../ui/navigation.ts';

/** Parameters of a reserve that changed within the range. */
export function Changes({ row, range }: { readonly row: Reserve; readonly range: Range }) {
  const { data, error } = useQuery(changesQuery(row.reserve, row.protocol, range));
  return <ChangeList changes={data?.data} isCut={data !== undefined && data.meta.next_cursor !== null} error={error} />;
}

interface ChangeListProps {
  readonly changes: readonly ConfigChange[] | undefined;
  readonly isCut: boolean;
  readonly error: Error | null;
  /** Whether the changes are of several accounts. */
  readonly isOfMany?: boolean;
}

/** Changes as a list; the numbers are those of the marks in the charts. */
export function ChangeList({ changes, isCut, error, isOfMany = false }: ChangeListProps) {
  const zone = useZone();
  const heads = ['No.', 'Seen', ...(isOfMany ? ['Of'] : []), 'Parameter', 'Before', 'After'];
  return (
    <section className="panel">
      <h2>Parameter changes</h2>
      {changes === undefined && error === null && <Loading what="the changes" rows={2} />}
      {changes === undefined && error !== null && <Failed what="The changes" error={error} />}
      {changes?.length === 0 && <p className="quiet">No parameter changed in this range.</p>}
      {changes !== undefined && changes.length > 0 && (
        <div className="table-scroll short" tabIndex={0} role="region" aria-label="Parameter changes, scrollable">
          <table className="auto">
            <thead>
              <tr>
                {heads.map((head) => (
                  <th key={head} scope="col">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {changes.map((change, index) => (
                <tr key={`${change.slot} ${change.reserve ?? change.lending_market} ${change.field}`}>
                  <td>{index + 1}</td>
                  <td>{moment(change.timestamp, zone)}</td>
                  {isOfMany && (
                    <td>
                      <bdi>{subjectOf(change)}</bdi>
                    </td>
                  )}
                  <td>
                    <code>{change.field}</code>
                  </td>
                  <td>
                    <bdi>{shown(change.old_value)}</bdi>
                  </td>
                  <td>
                    <bdi>{shown(change.new_value)}</bdi>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {isCut && <p className="quiet">There are more: these are the newest {changes?.length}.</p>}
    </section>
  );
}

/** A change of a market names no reserve. */
function subjectOf({ token_symbol: symbol, reserve, ...market }: ConfigChange): string {
  return symbol === null ? marketText(market) : `${nameText(symbol, reserve ?? '')} in ${marketText(market)}`;
}

/** Changes as marks of the charts, numbered as the list has them: the newest is 1. */
export function marksOf(changes: readonly ConfigChange[]): readonly Mark[] {
  return changes.map((change, index) => ({
    time: change.timestamp,
    number: index + 1,
    text: `${fieldWords(change.field)}: ${shown(change.old_value)} → ${shown(change.new_value)}`,
  }));
}

/** Names are among the parameters, too. */
function shown(value: ConfigChange['old_value']): string {
  return value === null ? 'none' : nameText(String(value), 'blank');
}

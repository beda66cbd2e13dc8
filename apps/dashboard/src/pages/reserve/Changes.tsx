import { useQuery } from '@tanstack/react-query';
import { changesQuery, type Range } from '../../api/history.ts';
import type { Reserve } from '../../api/queries.ts';
import { moment } from '../../format/time.ts';
import { Failed, Loading } from '../../ui/States.tsx';
import { useZone } from '../../ui/zone.ts';
import { shown } from './marks.ts';

/** Parameters that changed within the range; the numbers are those of the marks in the charts. */
export function Changes({ row, range }: { readonly row: Reserve; readonly range: Range }) {
  const zone = useZone();
  const { data, error } = useQuery(changesQuery(row.reserve, row.protocol, range));
  return (
    <section className="panel">
      <h2>Parameter changes</h2>
      {data === undefined && error === null && <Loading what="the changes" rows={2} />}
      {data === undefined && error !== null && <Failed what="The changes" error={error} />}
      {data?.data.length === 0 && <p className="quiet">No parameter of this reserve changed in this range.</p>}
      {data !== undefined && data.data.length > 0 && (
        <div className="table-scroll plain">
          <table className="auto">
            <thead>
              <tr>
                <th scope="col">No.</th>
                <th scope="col">Seen</th>
                <th scope="col">Parameter</th>
                <th scope="col">Before</th>
                <th scope="col">After</th>
              </tr>
            </thead>
            <tbody>
              {data.data.map((change, index) => (
                <tr key={`${change.slot} ${change.field}`}>
                  <td>{index + 1}</td>
                  <td>{moment(change.timestamp, zone)}</td>
                  <td>
                    <code>{change.field}</code>
                  </td>
                  <td>{shown(change.old_value)}</td>
                  <td>{shown(change.new_value)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {data !== undefined && data.meta.next_cursor !== null && (
        <p className="quiet">There are more: these are the newest {data.data.length}.</p>
      )}
    </section>
  );
}

import { Popover } from '@base-ui/react/popover';
import { apiUrl } from '../api/client.ts';
import type { Formatted } from '../format/number.ts';
import { moment } from '../format/time.ts';
import { fieldWords } from '../format/words.ts';
import { CopyButton } from './CopyButton.tsx';
import { useZone } from './navigation.ts';

/** Where a number comes from. */
export interface Origin {
  readonly slot: number;
  readonly timestamp: number;
  readonly account: string;
  readonly accountHash?: string;
  readonly decoderVersion?: number;
  /** Path and query of the call that answers the number. */
  readonly call: string;
  /** The same number in SQL; null where only the API has it. */
  readonly sql: string | null;
}

export interface FigureProps {
  readonly field: string;
  readonly value: Formatted;
  /** Why the value is unknown. */
  readonly reason?: string | null;
  readonly origin: Origin;
}

interface ProvenanceProps extends FigureProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: string;
}

/** Everything that a number rests on, each part to copy. No key is ever part of a call. */
export default function Provenance(props: ProvenanceProps) {
  const { field, value, open, onOpenChange, title } = props;
  return (
    <Popover.Root open={open} onOpenChange={onOpenChange}>
      <Popover.Trigger className="figure" data-field={field} data-value={value.exact} title={title}>
        {value.text}
        <span className="sr-only">, {fieldWords(field)}: where this comes from</span>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner sideOffset={6} align="start" className="positioner">
          <Popover.Popup className="popup provenance">
            <div className="menu-head">
              <Popover.Title>{fieldWords(field)}</Popover.Title>
              <Popover.Close className="button small">Close</Popover.Close>
            </div>
            <Parts {...props} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

function Parts({ field, value, reason, origin }: FigureProps) {
  const zone = useZone();
  const curl = `curl -s '${apiUrl}${origin.call}'`;
  return (
    <dl>
      <dt>Value</dt>
      <dd>
        {value.exact === '' ? (
          <span>Unknown. {reason}</span>
        ) : (
          <>
            <code>{value.exact}</code> <CopyButton text={value.exact} label="the value" />
          </>
        )}
      </dd>
      <dt>As of</dt>
      <dd>
        slot {origin.slot.toLocaleString('en-US')}, {moment(origin.timestamp, 'utc')}
        {zone === 'local' && <> ({moment(origin.timestamp, zone)})</>}
      </dd>
      <dt>Account</dt>
      <dd>
        <code className="break">{origin.account}</code> <CopyButton text={origin.account} label="the address" />
      </dd>
      {origin.accountHash !== undefined && (
        <>
          <dt>Bytes</dt>
          <dd>
            SHA-256 <code className="break">{origin.accountHash}</code>, decoder {origin.decoderVersion}
          </dd>
        </>
      )}
      <dt>Method</dt>
      <dd>
        Field <code>{field}</code>:{' '}
        <a href={`${apiUrl}/openapi.json`} target="_blank" rel="noreferrer">
          openapi.json
        </a>{' '}
        has its formula and unit.
      </dd>
      <dt>API</dt>
      <dd>
        <pre>{curl}</pre>
        <CopyButton text={curl} label="the API call" />
      </dd>
      <dt>SQL</dt>
      <dd>
        {origin.sql === null ? (
          <span>Depends on the market&apos;s account and the moment: the API alone has it.</span>
        ) : (
          <>
            <pre>{origin.sql}</pre>
            <CopyButton text={origin.sql} label="the SQL" />
          </>
        )}
      </dd>
    </dl>
  );
}

import { nameOr } from '../format/names.ts';

interface NameProps {
  readonly name: string;
  /** What tells it apart where the name has nothing to see. */
  readonly address: string;
}

/** A name that somebody wrote on the chain: it changes nothing of what stands around it, and what it hides is seen. */
export function Name({ name, address }: NameProps) {
  const { text, isMixed } = nameOr(name, address);
  return (
    <>
      <bdi>{text}</bdi>
      {isMixed && (
        <span className="tag warn" title="Letters of more than one script: it may imitate another name.">
          mixed scripts
        </span>
      )}
    </>
  );
}

/** The name of the token of a row. */
export function TokenName({
  row,
}: {
  readonly row: { readonly token_symbol: string; readonly token_address: string };
}) {
  return <Name name={row.token_symbol} address={row.token_address} />;
}

/** The name of the lending market of a row. */
export function MarketName({
  row,
}: {
  readonly row: { readonly lending_market_name: string; readonly lending_market: string };
}) {
  return <Name name={row.lending_market_name} address={row.lending_market} />;
}

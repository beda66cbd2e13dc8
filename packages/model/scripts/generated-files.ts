import { renderDbtSources } from './render-dbt-sources.ts';
import { renderErPicture } from './render-er-picture.ts';
import { renderRows } from './render-rows.ts';
import { renderStateColumns, renderStateNumbers, renderStoredState } from './render-state-numbers.ts';

/** The files that this package's table makes, with their paths in the repository. The packages that publish have their own scripts. */
export function generatedFiles(): Readonly<Record<string, string>> {
  return {
    'packages/core/src/generated/state-numbers.ts': renderStateNumbers(),
    'packages/schema/src/generated/state-numbers.ts': renderStateColumns(),
    'packages/schema/src/generated/stored-state.ts': renderStoredState(),
    'apps/api/src/generated/rows.ts': renderRows(),
    'docs/use/lend-v1.md': renderErPicture(),
    'integrations/dbt/models/sources.yml': renderDbtSources(),
  };
}

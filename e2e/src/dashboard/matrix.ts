/** Whether every theme and size is looked at, and the whole of the simulated past: by hand, not in CI. */
export const IS_WHOLE_MATRIX = process.env['DASHBOARD_MATRIX'] === 'all';

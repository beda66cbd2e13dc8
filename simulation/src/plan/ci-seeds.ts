/** Seeds of `--ci`: both queue backends, and together nearly all faults. Chosen anew when the list of faults changes. */
export const CI_SEEDS: readonly number[] = [785, 1434, 610];

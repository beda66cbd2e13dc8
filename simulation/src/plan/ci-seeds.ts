/**
 * Seeds of `--ci`: both queue backends, several indexers, and together five in six of all faults, in runs in which polls
 * continue between them. Chosen anew when the list of faults changes.
 */
export const CI_SEEDS: readonly number[] = [32, 39, 45, 54];

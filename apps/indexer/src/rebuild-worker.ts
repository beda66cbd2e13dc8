import { answerGroups } from './rollup/group-workers.ts';

answerGroups();

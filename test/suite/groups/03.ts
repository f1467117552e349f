import { runGroup } from '../group';

runGroup(__filename);

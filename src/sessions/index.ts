export { Session } from './session.entity';

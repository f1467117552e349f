export { LogInBody } from './dto/log-in.body';
export { WrongCredentials } from './sessions.errors';
export * from './sessions.module';
export * from './sessions.service';
export { SocialLoginService } from './social-login.service';

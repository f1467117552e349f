import type { GetOperations, PostOperations } from './generated/api.ts';

/** A path that can be read: `/events`, `/events/{id}`. */
export type GetPath = keyof GetOperations;
/** A path that can be posted to: `/login`, `/contests/{id}/enter`. */
export type PostPath = keyof PostOperations;

/** The fields of a GET: those that the path names, and the query. */
export type GetInput<Path extends GetPath> = GetOperations[Path]['input'];
/** The fields of a POST: those that the path names, and the body. */
export type PostInput<Path extends PostPath> = PostOperations[Path]['input'];

/** The fields of a log-in by e-mail address and password. */
export type PasswordLogIn = Extract<PostInput<'/login'>, { password: string }>;
/** The fields of a log-in by the signed request of an identity provider. */
export type SignedLogIn = Exclude<PostInput<'/login'>, PasswordLogIn>;

/** The value of a GET: its answer without `status`. */
export type GetValue<Path extends GetPath> = GetOperations[Path]['answer'];
/** The value of a POST: its answer without `status`. */
export type PostValue<Path extends PostPath> = PostOperations[Path]['answer'];

/** The parameters after the path. Fields can be left out if none is required. */
export type Arguments<Input, Options> =
  Record<never, never> extends Input ? [input?: Input, options?: Options] : [input: Input, options?: Options];

import { DomainError } from '#libs/envelope';

/** Also for articles that are not published yet. */
export class NoArticleFound extends DomainError {
  readonly messages = ['No article found'];
}

/** Only members of the article's plan may read and like it. */
export class NotEligible extends DomainError {
  readonly messages = ['You are not eligible to like this article'];
}

export class AlreadyLiked extends DomainError {
  readonly messages = ['You have already liked this article'];
}

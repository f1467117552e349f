import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { forgetMe } from '../api/clubs';

/** Opens a page of the app for a person who has just logged in. Clears all cached data, also the fact that nobody was logged in. */
export function useEnter(): (path: string) => void {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return (path) => {
    forgetMe();
    queries.clear();
    void navigate(path, { replace: true });
  };
}

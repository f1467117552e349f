import { Box, IconButton, TextField } from '@mui/material';
import Search from '@mui/icons-material/Search';
import { type ReactElement, type SubmitEvent, useEffect, useRef } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { mayUse } from '../api/auth-provider';
import { typed } from '../login/login-form';
import { TEXTS } from '../texts';

/** Finds members from any page; `/` focuses it. */
export function MemberSearch(): ReactElement | null {
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const focus = (event: KeyboardEvent): void => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
      const target = event.target as HTMLElement;
      // Typed twice, it means the field, and not a text.
      const isHere = target === input.current && input.current.value === '';
      const takesText = /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) || target.isContentEditable;
      if (takesText && !isHere) return;
      event.preventDefault();
      input.current?.focus();
    };
    window.addEventListener('keydown', focus);
    return () => window.removeEventListener('keydown', focus);
  }, []);
  if (!mayUse('members', 'list')) return null;
  const search = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const filter = JSON.stringify({ q: typed(event.currentTarget, 'q') });
    event.currentTarget.reset();
    void navigate(`/members?filter=${encodeURIComponent(filter)}`);
  };
  return (
    <>
      <IconButton
        component={Link}
        to="/members"
        color="inherit"
        aria-label={TEXTS.lists.members}
        sx={{ display: { sm: 'none' } }}
      >
        <Search />
      </IconButton>
      <Box
        component="form"
        role="search"
        onSubmit={search}
        sx={{ mx: 1, flex: '0 1 20rem', display: { xs: 'none', sm: 'block' } }}
      >
        <TextField
          inputRef={input}
          name="q"
          size="small"
          placeholder={TEXTS.lists.searchMembers}
          slotProps={{ htmlInput: { 'aria-label': TEXTS.lists.searchMembers } }}
          margin="none"
          sx={{ bgcolor: 'background.paper', borderRadius: 1 }}
        />
      </Box>
    </>
  );
}

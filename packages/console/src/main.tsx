import './styles/tokens.css';
import './styles/base.css';
import './styles/layout.css';
import './styles/components.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ApiProblem } from './api/api-problem.ts';
import { keepFocus } from './components/keep-focus.ts';
import { makeRouter } from './router.tsx';

const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      // A problem is an answer; only an unreachable or overloaded service gets the request again.
      retry: (failures, error) =>
        failures < 2 && !(error instanceof ApiProblem && error.status < 500),
    },
  },
});
const router = makeRouter(queryClient);

const place = document.getElementById('console');
if (place === null) throw new Error('index.html has no element with the id "console"');
keepFocus(document);
createRoot(place).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);

/* Plays the first legal move in the course judge's protocol. C99, and C++98 as well. */
#include <stdio.h>
#include <string.h>

static int board[10][10]; /* 0 empty, 1 own, 2 the opponent's; a frame of empty squares around it */

static int flips(int who, int x, int y, int play)
{
    int dx, dy, all = 0;
    if (board[y][x]) return 0;
    for (dy = -1; dy <= 1; dy++) {
        for (dx = -1; dx <= 1; dx++) {
            int n = 0, i;
            if (!dx && !dy) continue;
            while (board[y + (n + 1) * dy][x + (n + 1) * dx] == 3 - who) n++;
            if (!n || board[y + (n + 1) * dy][x + (n + 1) * dx] != who) continue;
            for (i = 1; play && i <= n; i++) board[y + i * dy][x + i * dx] = who;
            all += n;
        }
    }
    if (play && all) board[y][x] = who;
    return all;
}

static void answer(void)
{
    int x, y;
    for (y = 1; y <= 8; y++) {
        for (x = 1; x <= 8; x++) {
            if (flips(1, x, y, 1)) {
                printf("%c %d\n", 'a' + x - 1, y);
                return;
            }
        }
    }
    printf("PASS\n");
}

int main(void)
{
    char line[100], column;
    int row, who;
    while (fgets(line, sizeof line, stdin)) {
        if (!strncmp(line, "START", 5)) memset(board, 0, sizeof board);
        if (sscanf(line, "PLACE %c %d %d", &column, &row, &who) == 3) board[row][column - 'a' + 1] = who;
        if (!strncmp(line, "DONE", 4)) printf("OK\n");
        if (sscanf(line, "TURN %c %d", &column, &row) == 2) flips(2, column - 'a' + 1, row, 1);
        if (!strncmp(line, "BEGIN", 5) || !strncmp(line, "TURN", 4) || !strncmp(line, "PASS", 4)) answer();
        if (!strncmp(line, "END", 3)) return 0;
        fflush(stdout);
    }
    return 1;
}

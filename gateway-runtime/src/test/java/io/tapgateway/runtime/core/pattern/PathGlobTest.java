package io.tapgateway.runtime.core.pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapgateway.protocol.model.ErrorCode;
import io.tapgateway.protocol.model.InvalidMessage;
import io.tapgateway.protocol.model.Limits;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PathGlobTest {
    private static boolean matches(String glob, String path) {
        MatchBudget budget = new MatchBudget(Limits.standard(), () -> 0);
        return PathGlob.compile(glob, Limits.standard()).matches(path, budget) == Finding.MATCH;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "*.sql | db/migrations/V1.sql",
                "*.sql | V1.sql",
                "*.sql | .sql",
                "V?.sql | a/V1.sql",
                "* | a/b",
                "*.{sql,ddl} | a/x.ddl",
                "*.{sql,{ddl,dml}} | x.dml",
                "{,un}safe | unsafe",
                "{,un}safe | safe",
                "[Mm]akefile | src/makefile",
                "v[0-9].txt | v7.txt",
                "[!a-c].txt | d.txt",
                "[^a-c].txt | d.txt",
                "[]x] | ]",
                "[a-] | -",
                "x[!]]y | xay",
                "src/*.ts | src/a.ts",
                "./src/*.ts | src/a.ts",
                "src/**/*.ts | src/a.ts",
                "src/**/*.ts | src/x/y/a.ts",
                "**/*.ts | a.ts",
                "**/*.ts | x/y/a.ts",
                "/etc/** | /etc/a/b",
                "src/** | src/.env",
                "src/**x | src/a/bx",
                "a.b+c(d)$ | a.b+c(d)$",
                "*a*b | aXXbXb",
                "~/{.ssh,.aws}/* | ~/.ssh/id",
                "a/{b,c/d}/e | a/c/d/e",
                "***.x | y.x",
                "😀?.txt | 😀😀.txt",
                "a,b | a,b",
                "^x | ^x",
                "{**/,}x | a/b/x"
            })
    void D166_a_glob_matches(String glob, String path) {
        assertThat(matches(glob, path)).isTrue();
    }

    @Test
    void D166_a_line_break_is_a_character_like_any_other() {
        assertThat(matches("a*.txt", "x/a\nb.txt")).isTrue();
        assertThat(matches("a.txt", "a.txt\n")).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "*.sql | a.sqlx",
                "*.sql | a.sql/b",
                "src/*.ts | src/x/a.ts",
                "src/*.ts | a/src/a.ts",
                "src/? | src/ab",
                "src?a | src/a",
                "src/** | src",
                "src/** | srcx/a",
                "[!a]b | /b",
                "a[!x]b/c | a/b/c",
                "a[+-9]b/c | a/b/c",
                "*.SQL | a.sql",
                "**/*.ts | x.tsx",
                "a.b | aXb",
                "{a,b} | c",
                "V?.sql | V12.sql",
                "x/y | x/y/z"
            })
    void D166_a_glob_does_not_match(String glob, String path) {
        assertThat(matches(glob, path)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[a", "[", "[]", "{a", "a}", "{a,{b}", "a\\b", "[a\\]", "[/]", "[z-a]", "./"})
    void D166_what_is_no_glob_is_invalid(String glob) {
        assertThatThrownBy(() -> PathGlob.compile(glob, Limits.standard()))
                .isInstanceOfSatisfying(InvalidMessage.class, fault -> {
                    assertThat(fault.code()).isEqualTo(ErrorCode.INVALID_JSON);
                    assertThat(fault.reason()).startsWith("no glob: ");
                });
    }

    @Test
    void D168_a_glob_has_the_limits_of_a_pattern() {
        assertThat(matches("*".repeat(1_024), "a")).isTrue();
        assertThat(matches("{".repeat(50) + "a" + "}".repeat(50), "a")).isTrue();
        assertThatThrownBy(() -> PathGlob.compile("*".repeat(1_025), Limits.standard()))
                .isInstanceOf(InvalidMessage.class);
        assertThatThrownBy(() -> PathGlob.compile("{".repeat(51) + "a" + "}".repeat(51), Limits.standard()))
                .isInstanceOf(InvalidMessage.class);
    }

    @Test
    void D166_a_glob_of_many_stars_takes_no_longer_than_its_length_and_that_of_the_path() {
        MatchBudget budget = new MatchBudget(Limits.standard(), () -> 0);
        String path = "a".repeat(10_000);

        assertThat(PathGlob.compile("*a".repeat(200) + "*b[c]", Limits.standard())
                        .matches(path + "bd", budget))
                .isEqualTo(Finding.NO_MATCH);
        assertThat(10_000_000 - budget.stepsLeft()).isLessThan(4 * 10_000);
    }
}

"""What a class has of each plan in numbers, its background work, and whether its reviewers may see names."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("planner", "0010_class_forms"),
    ]

    operations = [
        migrations.AddField(
            model_name="classroom",
            name="names_allowed",
            field=models.BooleanField(default=True),
        ),
        migrations.CreateModel(
            name="ClassJob",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "classroom",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="jobs", to="planner.classroom"
                    ),
                ),
                (
                    "job",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="of_class", to="planner.job"
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
            },
        ),
        migrations.CreateModel(
            name="ClassWork",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                ("latest", models.PositiveIntegerField(default=0)),
                ("counted", models.BigIntegerField(default=0)),
                ("worst_step", models.TextField(blank=True, default="")),
                ("worst_runs", models.PositiveIntegerField(default=0)),
                ("interrupted_runs", models.PositiveIntegerField(default=0)),
                ("worst_share", models.FloatField(default=0)),
                ("steps_seconds", models.PositiveIntegerField(blank=True, null=True)),
                ("checkpoints_seconds", models.PositiveIntegerField(blank=True, null=True)),
                ("guards_seconds", models.PositiveIntegerField(blank=True, null=True)),
                ("resume_seconds", models.PositiveIntegerField(blank=True, null=True)),
                (
                    "exercise",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="work", to="planner.exercise"
                    ),
                ),
                (
                    "plan",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="class_work", to="planner.plan"
                    ),
                ),
                (
                    "submission",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="planner.submission",
                    ),
                ),
            ],
            options={
                "ordering": ["number"],
            },
        ),
        migrations.CreateModel(
            name="RuleInWork",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("code", models.CharField(max_length=8)),
                (
                    "standing",
                    models.CharField(
                        choices=[("open", "open"), ("accepted", "accepted"), ("fixed", "fixed")], max_length=32
                    ),
                ),
                ("sure_and_wrong", models.BooleanField(default=False)),
                (
                    "exercise",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="planner.exercise"
                    ),
                ),
                (
                    "work",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="rules", to="planner.classwork"
                    ),
                ),
            ],
            options={
                "ordering": ["code"],
            },
        ),
        migrations.CreateModel(
            name="BundledReport",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=100)),
                ("content", models.BinaryField()),
                (
                    "job",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="reports", to="planner.job"
                    ),
                ),
                (
                    "submission",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="planner.submission"
                    ),
                ),
            ],
            options={
                "ordering": ["name"],
                "constraints": [
                    models.UniqueConstraint(fields=("job", "name"), name="bundled_report_once"),
                    models.CheckConstraint(
                        condition=models.Q(("name", ""), _negated=True), name="bundled_report_has_name"
                    ),
                ],
            },
        ),
        migrations.AddIndex(
            model_name="classwork",
            index=models.Index(fields=["exercise", "-worst_share"], name="class_work_worst"),
        ),
        migrations.AddConstraint(
            model_name="classwork",
            constraint=models.UniqueConstraint(fields=("exercise", "number"), name="class_work_number_once"),
        ),
        migrations.AddConstraint(
            model_name="classwork",
            constraint=models.CheckConstraint(condition=models.Q(("number__gte", 1)), name="class_work_number_from_1"),
        ),
        migrations.AddConstraint(
            model_name="classwork",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("latest", 0), ("submission__isnull", True)),
                    models.Q(("latest__gte", 1), ("submission__isnull", False)),
                    _connector="OR",
                ),
                name="class_work_latest_is_of_hand_in",
            ),
        ),
        migrations.AddConstraint(
            model_name="classwork",
            constraint=models.CheckConstraint(
                condition=models.Q(("worst_share__range", (0, 1))), name="class_work_share_within_unit"
            ),
        ),
        migrations.AddIndex(
            model_name="ruleinwork",
            index=models.Index(fields=["exercise", "code", "standing", "sure_and_wrong"], name="rule_in_work_counts"),
        ),
        migrations.AddConstraint(
            model_name="ruleinwork",
            constraint=models.UniqueConstraint(fields=("work", "code"), name="rule_in_work_once"),
        ),
        migrations.AddConstraint(
            model_name="ruleinwork",
            constraint=models.CheckConstraint(
                condition=models.Q(("code", ""), _negated=True), name="rule_in_work_has_code"
            ),
        ),
        migrations.AddConstraint(
            model_name="ruleinwork",
            constraint=models.CheckConstraint(
                condition=models.Q(("standing__in", ["open", "accepted", "fixed"])), name="rule_in_work_standing_known"
            ),
        ),
    ]
